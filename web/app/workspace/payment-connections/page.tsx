import type { PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Note } from '../../ui/notices/note.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { LateHistorySection } from '../kit/audit/late-section.ts';
import { useConnection } from '../kit/data/payment-connection.ts';
import { useSession } from '../kit/data/session.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { sectionClass } from '../kit/display/section.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { onNewPath } from '../kit/reading/reads.ts';
import { takeLeaving } from './api.ts';
import styles from './page.module.css';
import { reads } from './reads.ts';
import { StripeAccount } from './stripe-account.tsx';
import { NoProvider, OwnStripe, TestBank } from './without-connecting.tsx';

export const loader = readPermittedOnServer('payments.read', reads);
export const clientLoader = readPermittedInBrowser('payments.read', reads);
export const shouldRevalidate = onNewPath;

export default function PaymentPage() {
  const { t } = useLingui();
  const { me } = useSession();
  const connection = useConnection();
  const news = useNews(connection.data);
  return (
    <div className={styles.page}>
      <PageHeader title={<Trans>Payments</Trans>} tab={[t`Payments`]} />
      {/* If a refresh fails, the error is shown above the last known status. */}
      {connection.isError && (
        <div className={styles.above}>
          <LoadFailed error={connection.error} retry={() => void connection.refetch()} />
        </div>
      )}
      {news && <div className={styles.above}>{news}</div>}
      {connection.data ? (
        <How connection={connection.data} check={connection.refetch} />
      ) : (
        !connection.isError && <Loading />
      )}
      {/* Only where organizers connect accounts of their own does anybody change anything here. */}
      {connection.data?.mode === 'connect' && (
        <LateHistorySection kind="payment_connection" id={me.account.id} />
      )}
    </div>
  );
}

type HowProps = { connection: PaymentConnection; check: () => Promise<unknown> };

function How({ connection, check }: HowProps) {
  if (connection.provider === null) return <NoProvider />;
  if (connection.provider === 'test_bank') return <TestBank />;
  if (connection.mode === 'own') return <OwnStripe isTestMode={connection.isTestMode} />;
  return <StripeAccount connection={connection} check={check} />;
}

/** A message about what changed while the user was at Stripe. */
function useNews(connection: PaymentConnection | undefined) {
  const [search] = useSearchParams();
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => setLeft((known) => takeLeaving() ?? known), []);
  if (connection?.mode !== 'connect') return null;
  if (connection.status === 'connected') {
    if (left === null || left === 'connected') return null;
    return (
      <Note tone="ok" announce>
        <Trans>
          <b>Stripe is connected.</b> Buyers can pay for tickets from now on.
        </Trans>
      </Note>
    );
  }
  if (search.has('resume')) {
    return (
      <Note tone="attn" announce>
        <Trans>
          <b>The link to Stripe had expired.</b> Nothing is lost: continue below, and Stripe goes on where you
          stopped.
        </Trans>
      </Note>
    );
  }
  if (left === null) return null;
  return (
    <Note tone="attn" announce>
      <Trans>
        <b>You are back from Stripe, and card payments are not on yet.</b> What is missing stands below.
      </Trans>
    </Note>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <div className={sectionClass} role="status" aria-label={t`Loading`}>
      <Skeleton width={140} height={22} />
      <div className={styles.content}>
        <Skeleton height={64} />
        <Skeleton width={168} height={36} />
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
