import { Plural, Trans } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';
import { Space } from '../../../ui/space.tsx';
import styles from './give-back.module.css';
import type { Ticket } from './tickets.tsx';

type GiveBackSumProps = {
  /** Those that are chosen. */
  tickets: readonly Ticket[];
  currency: string;
  /** Whether the organizer decides. */
  isAsked: boolean;
  /** Whether the event was called off, so that its tickets do not work any more. */
  isCalledOff: boolean;
  /** Of the card that was charged. */
  last4: string | null;
};

const sum = (tickets: readonly Ticket[], pick: (one: Ticket) => number) =>
  tickets.reduce((total, one) => total + pick(one), 0);

/** What was paid for the chosen tickets, what of it stays with the organizer, what goes back, where to and when. */
export function GiveBackSum({ tickets, currency, isAsked, isCalledOff, last4 }: GiveBackSumProps) {
  const [paid, fees, back] = [
    sum(tickets, (one) => one.paid),
    sum(tickets, (one) => one.fees),
    sum(tickets, (one) => one.back),
  ];
  const kept = paid - fees - back;
  return (
    <div className={styles.outcome} aria-live="polite">
      <dl className={styles.sum}>
        <dt>
          <Plural value={tickets.length} one="Ticket" other="# tickets" />
        </dt>
        <dd>
          <Money minor={paid - fees} currency={currency} />
        </dd>
        {fees > 0 && (
          <>
            <dt>
              <Trans>Fees, not returned</Trans>
            </dt>
            <dd>
              <Money minor={fees} currency={currency} />
            </dd>
          </>
        )}
        {kept > 0 && (
          <>
            <dt>
              <Trans>Kept by the organizer</Trans>
            </dt>
            <dd>
              <Money minor={kept} currency={currency} />
            </dd>
          </>
        )}
        <dt className={styles.total}>
          <Trans>You get</Trans>
        </dt>
        <dd className={styles.total}>
          <Money minor={back} currency={currency} />
        </dd>
      </dl>
      <p className={styles.who}>
        {isAsked ? (
          isCalledOff ? (
            <Trans>The organizer decides. You get an email with the answer.</Trans>
          ) : (
            <Trans>The organizer decides. Your tickets stay valid until then.</Trans>
          )
        ) : (
          <>
            <Where hasMoney={back > 0} last4={last4} />
            <Space />
            {isCalledOff ? (
              <Trans>This cannot be undone.</Trans>
            ) : (
              <Plural
                value={tickets.length}
                one="The ticket stops working at once. This cannot be undone."
                other="The tickets stop working at once. This cannot be undone."
              />
            )}
          </>
        )}
      </p>
    </div>
  );
}

function Where({ hasMoney, last4 }: { hasMoney: boolean; last4: string | null }) {
  if (!hasMoney) return null;
  return last4 ? (
    <Trans>To the card ending {last4}, in five to ten days.</Trans>
  ) : (
    <Trans>The way it was paid, in five to ten days.</Trans>
  );
}
