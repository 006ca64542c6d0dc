import { personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Note } from '../../ui/notices/note.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { stepPath } from '../parts/paths.ts';
import type { PaymentStart } from './card.ts';
import { earlierFailure } from './earlier-failure.ts';
import { PaymentFailure } from './failure.tsx';
import styles from './page.module.css';
import { PayButton } from './pay-button.tsx';
import type { StripeFailure } from './stripe-words.ts';
import { usePaymentElement } from './use-payment-element.ts';

/** Joined by no-break spaces, so that no line breaks between the words. */
const testCard = '4242 4242 4242 4242'.replaceAll(' ', '\u00a0');

type StripeFormProps = {
  order: BuyerOrder;
  start: PaymentStart;
  /** The total in the reader's language, for the button. */
  total: string;
  recap: ReactNode;
};

/** Stripe's own form. The card data stays in Stripe's frames and never reaches this page. */
export function StripeForm({ order, start, total, recap }: StripeFormProps) {
  const { i18n, t } = useLingui();
  const navigate = useNavigate();
  const host = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [failure, setFailure] = useState<StripeFailure | null>(() => {
    const code = earlierFailure(order);
    return code === null ? null : { code };
  });
  const { buyer } = order;
  const { state, confirm, retry } = usePaymentElement(host, {
    start,
    buyer: { name: buyer ? personName(buyer) : '', email: buyer?.email ?? '' },
    locale: i18n.locale,
  });

  const pay = async () => {
    // A second press must not start a second payment. A ref is exact even before React renders again.
    if (isBusy.current || state !== 'ready') return;
    isBusy.current = true;
    setPaying(true);
    setFailure(null);
    const outcome = await confirm();
    // The button stays busy until the next page has opened, so that nobody can press it again.
    if (outcome.kind === 'settled') await navigate(stepPath(order, 'payment_return'), { replace: true });
    // This page is still open: the provider took no money, and the order asks for the same payment again.
    isBusy.current = false;
    setPaying(false);
    if (outcome.kind === 'fields') return;
    setFailure(outcome.kind === 'failed' ? outcome.failure : { code: 'processing_error' });
    note.current?.focus();
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      {start.isTestMode && (
        <div className={styles.note}>
          <Note tone="attn">
            <Trans>
              <b>Test mode, no real money.</b> Only Stripe’s test cards work, such as {testCard}.
            </Trans>
          </Note>
        </div>
      )}
      <div ref={note} tabIndex={-1} className={failure ? styles.note : undefined}>
        <Failure failure={failure} />
      </div>
      <section
        ref={box}
        tabIndex={-1}
        className={styles.methods}
        aria-label={t`How you pay`}
        aria-busy={state === 'loading'}
      >
        {state === 'failed' && (
          <div className={styles.unloaded}>
            <NotLoaded
              retry={() => {
                box.current?.focus({ preventScroll: true });
                retry();
              }}
            />
          </div>
        )}
        {state === 'loading' && <FormSkeleton />}
        <div ref={host} className={state === 'ready' ? styles.element : styles.coming} />
      </section>
      {recap}
      <PayButton total={total} isPaying={isPaying} isWaiting={state !== 'ready'} />
    </form>
  );
}

function Failure({ failure }: { failure: StripeFailure | null }) {
  if (!failure || 'code' in failure) return <PaymentFailure failure={failure?.code ?? null} />;
  const { message } = failure;
  return (
    <Note tone="error" announce>
      <Trans>
        <b>{message}</b> Nothing was charged. Your order is still held.
      </Trans>
    </Note>
  );
}

function NotLoaded({ retry }: { retry: () => void }) {
  return (
    <Note
      tone="error"
      announce
      action={
        <button type="button" onClick={retry}>
          <Trans>Try again</Trans>
        </button>
      }
    >
      <Trans>
        <b>The payment form did not load.</b> It comes from Stripe, our payment provider. Check your
        connection, and whether something in your browser blocks stripe.com. Nothing was charged, and your
        order is still held.
      </Trans>
    </Note>
  );
}

/** A placeholder in the shape of the form while it loads. */
function FormSkeleton() {
  return (
    <div className={styles.skeleton}>
      <span className="visually-hidden" role="status">
        <Trans>The payment form is loading.</Trans>
      </span>
      <FieldSkeleton />
      <div className={styles.pair}>
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
      <div className={styles.pair}>
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
    </div>
  );
}

function FieldSkeleton() {
  return (
    <div className={styles.field}>
      <Skeleton width={96} height={14} />
      <Skeleton height={40} />
    </div>
  );
}
