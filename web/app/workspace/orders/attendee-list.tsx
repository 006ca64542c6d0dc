import { personName } from '@entrada/contract/accounts/person-name';
import type { OrderRefunds } from '@entrada/contract/sales/refunds';
import { Trans } from '@lingui/react/macro';
import { Money } from '../../ui/money.tsx';
import { AttendeeStatus } from '../kit/display/attendee-status.tsx';
import styles from './drawer.module.css';

/** The attendees of an order: what each ticket cost and whether it is still valid at the door. */
export function AttendeeList({ money }: { money: OrderRefunds }) {
  if (money.attendees.length === 0) {
    return (
      <p className={styles.quiet}>
        <Trans>Tickets are issued once the order is complete.</Trans>
      </p>
    );
  }
  return (
    <ul className={styles.rows}>
      {money.attendees.map((one) => (
        <li key={one.id} className={styles.row}>
          <div className={styles.words}>
            <span className={styles.name}>{personName(one)}</span>
            <span className={styles.detail}>
              {[one.ticketName, one.priceLabel].filter(Boolean).join(', ')}
              {' · '}
              <span className="num">{one.reference}</span>
            </span>
          </div>
          <div className={styles.end}>
            <Money minor={one.unitTotal} currency={money.currency} />
            <AttendeeStatus status={one.status} />
          </div>
        </li>
      ))}
    </ul>
  );
}
