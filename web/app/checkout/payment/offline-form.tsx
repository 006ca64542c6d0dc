import type { BuyerOrder, chooseOfflinePayment } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Form, useNavigate, useRevalidator } from 'react-router';
import { api, newIdempotencyKey } from '../../platform/api/client.ts';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { type CancelCheck, withProof } from '../../platform/proof/with-proof.ts';
import { useSite } from '../../platform/site.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { ProofCheck } from '../../ui/notices/proof-check.tsx';
import offlineStyles from '../parts/offline.module.css';
import { OfflineTerms } from '../parts/offline-terms.tsx';
import { stepPath } from '../parts/paths.ts';
import styles from './page.module.css';

// Only method and path, so that the browser loads no schemas for one call.
const choose = {
  method: 'POST',
  path: '/public/orders/:orderShortId/offline',
} as typeof chooseOfflinePayment;

type OfflineFormProps = {
  order: BuyerOrder;
  offline: NonNullable<BuyerOrder['offline']>;
  recap: ReactNode;
  /** Why the form was refused when it was sent without JavaScript. */
  refused: ApiErrorCode | null;
};

/** Explains payment without a card, and has the button that chooses it. Works without JavaScript. */
export function OfflineForm({ order, offline, recap, refused }: OfflineFormProps) {
  const { i18n, t } = useLingui();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { termsUrl } = useSite();
  const isBusy = useRef(false);
  const note = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiErrorCode | null>(refused);
  const [check, setCheck] = useState<CancelCheck>(null);
  const send = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    setProblem(null);
    const idempotencyKey = newIdempotencyKey();
    try {
      await withProof(
        (headers) => api(choose, { params: { orderShortId: order.shortId } }, { idempotencyKey, headers }),
        (cancel) => setCheck(() => cancel),
      );
      // The button stays busy until the next page has opened, so that nobody can press it again.
      return void navigate(stepPath(order, 'summary'), { replace: true });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.code : 'INTERNAL');
      // The order may have changed. Its new state has its own page.
      await revalidate();
    }
    isBusy.current = false;
    setSending(false);
    note.current?.focus();
  };
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div ref={note} tabIndex={-1} className={offlineStyles.note}>
        {check && (
          <ProofCheck onCancel={check}>
            <Trans>
              Many people on your network are buying. Checking your browser, this takes a few seconds.
            </Trans>
          </ProofCheck>
        )}
        {problem && (
          <Note tone="error" announce>
            {errorCodeMessage(i18n, problem)}
          </Note>
        )}
      </div>
      <section className={offlineStyles.offline} aria-label={t`Pay without a card`}>
        <OfflineTerms order={order} offline={offline} />
      </section>
      {recap}
      <div className={styles.pay}>
        <Button type="submit" variant="primary" size="xl" block loading={isSending}>
          <Trans>Order and pay later</Trans>
        </Button>
        <p className={styles.small}>
          <Trans>
            Your order is reserved until then. By ordering you accept the{' '}
            <a className="link" href={termsUrl} target="_blank" rel="noreferrer">
              terms of sale
            </a>
            .
          </Trans>
        </p>
      </div>
    </Form>
  );
}
