import { personName } from '@entrada/contract/accounts/person-name';
import type { EventDetail } from '@entrada/contract/catalog/events';
import type { OrderRow } from '@entrada/contract/sales/orders';
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { eventPath } from '../../kit/data/event.ts';
import { Ago } from '../../kit/display/ago.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { OrderBadge } from '../../kit/display/order-badge.tsx';
import { NewOrders, NewWord } from '../../kit/live/new-orders.tsx';
import { useFreshOrders } from '../../kit/live/store.ts';
import { useRead } from '../../kit/reading/reads.ts';
import styles from '../dashboard.module.css';
import { recentOrdersRead } from '../reads.ts';

export function RecentOrders({ event }: { event: EventDetail }) {
  const { data, isError, error, isPending, refetch } = useRead(recentOrdersRead(event.id));
  return (
    <section className={styles.cell} aria-labelledby="recent-orders">
      <div className={styles.cellHead}>
        <h2 id="recent-orders">
          <Trans>Recent orders</Trans>
        </h2>
        <Link className="link" to={eventPath(event.id, 'orders')}>
          <Trans>All orders</Trans>
        </Link>
      </div>
      <NewOrders eventId={event.id} />
      {isError && <LoadFailed error={error} retry={() => void refetch()} />}
      {isPending && ['62%', '48%', '55%'].map((width) => <Skeleton key={width} width={width} height={36} />)}
      {data?.data.length === 0 && (
        <p className={styles.quiet}>
          <Trans>Orders show here as soon as someone buys.</Trans>
        </p>
      )}
      {data && data.data.length > 0 && <Orders orders={data.data} timezone={event.timezone} />}
    </section>
  );
}

function Orders({ orders, timezone }: { orders: OrderRow[]; timezone: string }) {
  const fresh = useFreshOrders();
  return (
    <table className={styles.orders}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Buyer</Trans>
          </th>
          <th scope="col" className={styles.wide}>
            <Trans>Items</Trans>
          </th>
          <th scope="col" className={styles.wide}>
            <Trans>Status</Trans>
          </th>
          <th scope="col" className={styles.right}>
            <Trans>Total</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} data-new={fresh.has(order.id) || undefined}>
            <td>
              {fresh.has(order.id) && <NewWord />}
              <span className={styles.buyer}>{personName(order)}</span>
              <span className={styles.when}>
                <span className="reference">{order.reference}</span> ·{' '}
                <Ago at={order.createdAt} timezone={timezone} />
              </span>
              <span className={styles.narrow}>
                <OrderBadge badge={order.badge} dispute={order.dispute} timezone={timezone} />
              </span>
            </td>
            <td className={styles.wide}>
              <span className={styles.items}>
                <Plural value={order.ticketCount} one="# ticket" other="# tickets" />
              </span>
            </td>
            <td className={styles.wide}>
              <OrderBadge badge={order.badge} dispute={order.dispute} timezone={timezone} />
            </td>
            <td className={styles.right}>
              <Money minor={order.total} currency={order.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
