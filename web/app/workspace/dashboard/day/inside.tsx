import { Trans } from '@lingui/react/macro';
import { Sold } from '../../kit/display/sold.tsx';
import styles from '../dashboard.module.css';
import type { DoorDay } from '../reads.ts';

/** How many people of each ticket are inside. */
export function InsideByTicket({ tickets }: { tickets: DoorDay['tickets'] }) {
  const shown = [...tickets].sort(
    (a, b) => Number(b.isToday) - Number(a.isToday) || b.attendees - a.attendees,
  );
  return (
    <section className={styles.cell} aria-labelledby="inside-by-ticket">
      <div className={styles.cellHead}>
        <h2 id="inside-by-ticket">
          <Trans>Inside by ticket</Trans>
        </h2>
      </div>
      <ul>
        {shown.map((ticket, nth) => (
          <li key={ticket.id} className={styles.ticket}>
            <span className={styles.ticketName}>{ticket.name}</span>
            <Sold name={ticket.name} sold={ticket.inside} total={ticket.attendees} isKey={nth === 0} />
            {!ticket.isToday && (
              <span className={styles.ticketGross}>
                <Trans>Not for today</Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
