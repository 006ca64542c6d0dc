import { Trans } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { Sold } from '../../kit/display/sold.tsx';
import { useRead } from '../../kit/reading/reads.ts';
import styles from '../dashboard.module.css';
import { statsRead } from '../reads.ts';

/** The number of tickets to show, best-selling first. More would not fit beside the orders. */
const shown = 8;

export function TicketsByType({ eventId }: { eventId: number }) {
  const { data: stats, isError } = useRead(statsRead(eventId));
  // The figures above already show this error.
  if (isError) return null;
  const tickets = [...(stats?.tickets ?? [])].sort((a, b) => b.sold - a.sold).slice(0, shown);
  return (
    <section className={styles.cell} aria-labelledby="tickets-by-type">
      <div className={styles.cellHead}>
        <h2 id="tickets-by-type">
          <Trans>Tickets by type</Trans>
        </h2>
      </div>
      {!stats && ['70%', '55%'].map((width) => <Skeleton key={width} width={width} height={30} />)}
      {stats && tickets.length === 0 && (
        <p className={styles.quiet}>
          <Trans>This event has no tickets yet.</Trans>
        </p>
      )}
      <ul>
        {tickets.map((ticket, nth) => (
          <li key={ticket.id} className={styles.ticket}>
            <span className={styles.ticketName}>{ticket.name}</span>
            <Sold name={ticket.name} sold={ticket.sold} total={ticket.total} isKey={nth === 0} />
            {stats && ticket.gross > 0 && (
              <span className={styles.ticketGross}>
                <Money minor={ticket.gross} currency={stats.currency} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {stats && stats.refundedTotal > 0 && tickets.some(({ gross }) => gross > 0) && (
        <p className={styles.ticketGross}>
          {stats.lostToDisputes > 0 ? (
            <Trans>The amounts are after refunds and lost disputes.</Trans>
          ) : (
            <Trans>The amounts are after refunds.</Trans>
          )}
        </p>
      )}
    </section>
  );
}
