import type { ChangePlan } from '@entrada/contract/sales/event-changes/endpoints';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../platform/i18n/format.ts';
import styles from './event-changes.module.css';
import type { What } from './values.ts';

/** Whom it touches, how many, and what happens to them. */
export function People({ plan: { people }, what }: { plan: ChangePlan; what: What }) {
  const { i18n } = useLingui();
  const isOff = what === 'call_off';
  const rows = [
    {
      key: 'tickets',
      label: <Trans>Tickets</Trans>,
      count: people.tickets,
      text: isOff ? <Trans>They stop working.</Trans> : <Trans>They stay valid.</Trans>,
    },
    {
      key: 'buyers',
      label: <Trans>Orders</Trans>,
      count: people.buyers,
      text: isOff ? (
        <Trans>Cancelled. What goes back is below.</Trans>
      ) : (
        <Trans>They stay as they are, with a calendar update.</Trans>
      ),
    },
    {
      key: 'awaiting',
      label: <Trans>Orders awaiting payment</Trans>,
      count: people.awaitingPayment,
      text: isOff ? (
        <Trans>Closed.</Trans>
      ) : (
        <Trans>They stay open, and the message says what changed.</Trans>
      ),
    },
    {
      key: 'guests',
      label: <Trans>Orders added by hand</Trans>,
      count: people.guests,
      text: <Trans>They get the message, nothing to refund.</Trans>,
    },
    {
      key: 'checkout',
      label: <Trans>In the checkout now</Trans>,
      count: people.inCheckout,
      text: isOff ? <Trans>They end at once. Nothing is charged.</Trans> : <Trans>They go on.</Trans>,
    },
  ].filter(({ count }) => count > 0);
  return (
    <section className={styles.part} aria-labelledby="who-it-touches">
      <h2 id="who-it-touches">
        <Trans>Who it touches</Trans>
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>People</Trans>
            </th>
            <th scope="col" className={styles.figure}>
              <Trans>How many</Trans>
            </th>
            <th scope="col">
              <Trans>What happens to them</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, count, text }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className={styles.figure}>{formatCount(count, i18n.locale)}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
