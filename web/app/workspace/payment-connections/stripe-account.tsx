import type { PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { AccountFacts, FeeFact } from './account-facts.tsx';
import { Begin, useBegin } from './begin.tsx';
import styles from './page.module.css';
import { Fact, Facts, Section } from './section.tsx';
import { StripeTestMode } from './without-connecting.tsx';

type StripeAccountProps = {
  connection: PaymentConnection;
  /** Reads the status of the account again. */
  check: () => Promise<unknown>;
};

/** The connected Stripe account: before, during and after the connection. */
export function StripeAccount({ connection, check }: StripeAccountProps) {
  const { status, isTestMode } = connection;
  return (
    <Section title="Stripe" text={<Trans>How buyers pay you by card and other means.</Trans>}>
      <StatusBadge status={status} />
      {isTestMode && <StripeTestMode />}
      {status === 'not_connected' && <NotConnected connection={connection} />}
      {status === 'incomplete' && <Incomplete connection={connection} check={check} />}
      {status === 'connected' && <Connected connection={connection} check={check} />}
    </Section>
  );
}

function StatusBadge({ status }: Pick<PaymentConnection, 'status'>) {
  const words = {
    not_connected: <Trans>Not connected</Trans>,
    incomplete: <Trans>Setup incomplete</Trans>,
    connected: <Trans>Connected</Trans>,
  };
  return <Badge tone={status === 'connected' ? 'ok' : 'attn'}>{words[status]}</Badge>;
}

function NotConnected({ connection }: Pick<StripeAccountProps, 'connection'>) {
  const begin = useBegin(connection);
  return (
    <>
      <p>
        <Trans>Nobody can pay for your tickets until you connect a Stripe account. Free tickets work.</Trans>
      </p>
      <Facts>
        <Fact name={<Trans>What happens</Trans>}>
          <Trans>
            You go to Stripe, where you open an account or use one you have. Stripe asks who you are and where
            your money should go. You can stop there and go on later.
          </Trans>
        </Fact>
        <Fact name={<Trans>Who sells</Trans>}>
          <Trans>
            You do. Buyers pay straight into your Stripe account, your name is on card statements, and refunds
            and disputes are yours to answer for.
          </Trans>
        </Fact>
        <FeeFact connection={connection} />
      </Facts>
      <Begin begin={begin}>
        <Trans>Connect with Stripe</Trans>
      </Begin>
    </>
  );
}

function Incomplete({ connection, check }: StripeAccountProps) {
  const begin = useBegin(connection);
  return (
    <>
      <Note tone="attn">
        {connection.detailsSubmitted ? (
          <Trans>
            <b>Stripe has your details and is checking them.</b> Buyers can pay as soon as that is done.
            Stripe may still ask you for a document: continue there to see.
          </Trans>
        ) : (
          <Trans>
            <b>Stripe still needs details of you.</b> Until you hand them in, nobody can pay for your tickets.
          </Trans>
        )}
      </Note>
      <AccountFacts connection={connection} />
      <Begin begin={begin} beside={<Check check={check} />}>
        <Trans>Continue at Stripe</Trans>
      </Begin>
    </>
  );
}

function Connected({ connection, check }: StripeAccountProps) {
  const begin = useBegin(connection);
  return (
    <>
      {!connection.payoutsEnabled && (
        <Note tone="attn">
          <Trans>
            <b>Stripe pays nothing out to your bank yet.</b> Buyers can pay, and the money stays in your
            Stripe account until Stripe has the details it asks for.
          </Trans>
        </Note>
      )}
      <AccountFacts connection={connection} />
      {connection.payoutsEnabled ? (
        <div className={styles.actions}>
          <Manage />
          <Check check={check} />
        </div>
      ) : (
        <Begin begin={begin} beside={<Check check={check} />}>
          <Trans>Continue at Stripe</Trans>
        </Begin>
      )}
    </>
  );
}

function Manage() {
  return (
    <Button
      component="a"
      href="https://dashboard.stripe.com/"
      target="_blank"
      rel="noreferrer"
      rightSection={<IconExternalLink size={16} stroke={1.75} />}
    >
      <Trans>Manage at Stripe</Trans>
    </Button>
  );
}

function Check({ check }: Pick<StripeAccountProps, 'check'>) {
  const [isChecking, setChecking] = useState(false);
  const run = async () => {
    setChecking(true);
    await check();
    setChecking(false);
  };
  return (
    <Button
      variant="subtle"
      loading={isChecking}
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      onClick={() => void run()}
    >
      <Trans>Check again</Trans>
    </Button>
  );
}
