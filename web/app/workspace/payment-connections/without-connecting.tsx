import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/notices/note.tsx';
import styles from './page.module.css';
import { Section } from './section.tsx';

const heading = <Trans>Card payments</Trans>;

/** The installation has no payment provider. */
export function NoProvider() {
  return (
    <>
      <Section title={heading}>
        <Badge tone="attn">
          <Trans>Not set up</Trans>
        </Badge>
        <p>
          <Trans>
            This installation has no payment provider, so nobody can pay for a ticket. Free tickets work.
          </Trans>
        </p>
      </Section>
      <StripeSetUp />
    </>
  );
}

/** The built-in test bank takes the payments. */
export function TestBank() {
  return (
    <>
      <Section title={heading}>
        <Badge tone="attn">
          <Trans>Test mode</Trans>
        </Badge>
        <p>
          <Trans>
            Orders are paid at the built-in test bank. No real money moves, and only test cards work: the
            payment page lists them.
          </Trans>
        </p>
      </Section>
      <StripeSetUp />
    </>
  );
}

/** The installation's own Stripe account takes every payment. */
export function OwnStripe({ isTestMode }: { isTestMode: boolean }) {
  return (
    <Section title={heading} text={<Trans>There is nothing to connect here.</Trans>}>
      {isTestMode ? <StripeTestMode /> : <Ready />}
      <p>
        <Trans>
          Every payment goes to the Stripe account of this installation. Whoever holds it is the merchant:
          their name is on card statements, and payouts, refunds and disputes go through them.
        </Trans>
      </p>
    </Section>
  );
}

function Ready() {
  return (
    <Badge tone="ok">
      <Trans>Ready</Trans>
    </Badge>
  );
}

/** Stripe runs with test keys. */
export function StripeTestMode() {
  return (
    <Note tone="attn">
      <Trans>
        <b>Test mode, no real money.</b> This installation uses Stripe’s test keys, so only test cards work.
      </Trans>
    </Note>
  );
}

const variables: { name: string; meaning: ReactNode }[] = [
  { name: 'STRIPE_SECRET_KEY', meaning: <Trans>the secret key of your Stripe account</Trans> },
  { name: 'STRIPE_PUBLISHABLE_KEY', meaning: <Trans>its publishable key</Trans> },
  { name: 'STRIPE_WEBHOOK_SECRET', meaning: <Trans>the signing secret of its webhook endpoint</Trans> },
  {
    name: 'STRIPE_CONNECT=on',
    meaning: <Trans>only where organizers connect Stripe accounts of their own</Trans>,
  },
];

/** Explains how the person who runs the installation sets up Stripe. */
function StripeSetUp() {
  return (
    <Section
      title={<Trans>Taking real money</Trans>}
      text={<Trans>For whoever runs this installation.</Trans>}
    >
      <p>
        <Trans>
          Entrada takes real payments through Stripe. Set these environment variables and start the server
          again:
        </Trans>
      </p>
      <dl className={styles.variables}>
        {variables.map(({ name, meaning }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
