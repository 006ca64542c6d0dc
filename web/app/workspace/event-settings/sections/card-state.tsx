import type { PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useConnection } from '../../kit/data/payment-connection.ts';
import { useSession } from '../../kit/data/session.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import styles from '../settings.module.css';

/** Says whether the event can take cards now, with a link to the page that sets this up. */
export function CardState({ isUsed }: { isUsed: boolean }) {
  const mayManage = useSession().may('payments.manage');
  const connection = useConnection({ enabled: mayManage });
  if (!mayManage) {
    return (
      <p className={styles.text}>
        <Trans>The account behind card payments is set up by the owner or an admin.</Trans>
      </p>
    );
  }
  if (connection.isError && !connection.data)
    return <LoadFailed error={connection.error} retry={() => void connection.refetch()} />;
  if (!connection.data) return <Skeleton height={44} />;
  const isReady = canCharge(connection.data);
  return (
    <Note
      tone={!isUsed ? 'info' : isReady ? 'ok' : 'attn'}
      action={
        <Link className="link" to="/account/payment">
          <Trans>Payment settings</Trans>
        </Link>
      }
    >
      <State connection={connection.data} />
    </Note>
  );
}

const canCharge = ({ provider, mode, status, chargesEnabled }: PaymentConnection) =>
  provider === 'test_bank' ||
  (provider === 'stripe' && (mode === 'own' || (status === 'connected' && chargesEnabled)));

function State({ connection }: { connection: PaymentConnection }) {
  const { provider, mode, status, isTestMode } = connection;
  if (provider === null) return <Trans>No card payments are set up on this installation.</Trans>;
  if (provider === 'test_bank')
    return <Trans>Cards are charged by the built-in test bank. No real money moves.</Trans>;
  if (!canCharge(connection)) {
    return status === 'not_connected' ? (
      <Trans>No Stripe account is connected, so cards can’t be charged yet.</Trans>
    ) : (
      <Trans>Stripe still needs some information, so cards can’t be charged yet.</Trans>
    );
  }
  if (isTestMode) return <Trans>Stripe is connected in test mode. No real money moves.</Trans>;
  return mode === 'own' ? (
    <Trans>Cards are charged through this installation’s Stripe account.</Trans>
  ) : (
    <Trans>Stripe is connected. Cards are charged to your account.</Trans>
  );
}
