import type { PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../platform/api/error.ts';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { Note } from '../../ui/notices/note.tsx';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { beginConnecting, rememberLeaving } from './api.ts';
import styles from './page.module.css';

/** Sends the user to Stripe. The button stays busy until then. */
export function useBegin(connection: PaymentConnection) {
  const { i18n, t } = useLingui();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { start, isPending } = useChange({
    run: beginConnecting,
    onDone: (url) => {
      rememberLeaving(connection.status);
      setLeaving(true);
      // If the user comes back with the browser's back button, the button must work again.
      window.addEventListener('pageshow', () => setLeaving(false), { once: true });
      location.assign(url);
    },
    onError: (error) => {
      const isDown = error instanceof ApiError && error.code === 'UNAVAILABLE';
      setRefusal(
        isDown
          ? t`Stripe did not answer. Nothing was changed; try again in a moment.`
          : errorMessage(i18n, error),
      );
      return true;
    },
  });
  const press = () => {
    setRefusal(null);
    void start(undefined);
  };
  return { press, isBusy: isPending || isLeaving, refusal };
}

type BeginProps = { begin: ReturnType<typeof useBegin>; beside?: ReactNode; children: ReactNode };

/** The button that leads to Stripe, and the error if that failed. */
export function Begin({ begin, beside, children }: BeginProps) {
  const { may } = useSession();
  if (!may('payments.manage')) return beside ? <div className={styles.actions}>{beside}</div> : null;
  return (
    <>
      {begin.refusal && (
        <Note tone="error" announce>
          {begin.refusal}
        </Note>
      )}
      <div className={styles.actions}>
        <Button variant="primary" loading={begin.isBusy} onClick={begin.press}>
          {children}
        </Button>
        {beside}
      </div>
    </>
  );
}
