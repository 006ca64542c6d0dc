import { personName } from '@entrada/contract/accounts/person-name';
import type { OrderRow } from '@entrada/contract/sales/orders';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { Money } from '../../ui/money.tsx';
import { useEvent } from '../kit/data/event.ts';
import { OrderBadge } from '../kit/display/order-badge.tsx';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { RowLink } from '../kit/list/row.tsx';
import type { TableRows } from '../kit/list/table.tsx';
import { useFreshOrders } from '../kit/live/store.ts';
import { OrderRowMenu } from './actions/row-menu.tsx';

/** The columns and rows of the list of orders. */
export function useOrderTable({ mayEdit }: { mayEdit: boolean }): TableRows<OrderRow> {
  const { i18n } = useLingui();
  const { timezone } = useEvent();
  const fresh = useFreshOrders();
  const when = (at: string) => formatDayTime(at, { locale: i18n.locale, timezone });
  const status = (order: OrderRow) => (
    <OrderBadge badge={order.badge} dispute={order.dispute} timezone={timezone} />
  );
  const columns: TableRows<OrderRow>['columns'] = [
    {
      key: 'buyer',
      header: <Trans>Buyer</Trans>,
      sortBy: 'last_name',
      cell: (order) => <TwoLines first={<Buyer order={order} />} second={order.email} cuts />,
    },
    {
      key: 'reference',
      header: <Trans>Order</Trans>,
      sortBy: 'reference',
      cell: (order) => <span className="reference">{order.reference}</span>,
    },
    {
      key: 'items',
      header: <Trans>Items</Trans>,
      isSecondary: true,
      cell: (order) => <Items order={order} />,
    },
    { key: 'status', header: <Trans>Status</Trans>, cell: status },
    {
      key: 'created',
      header: <Trans>Bought</Trans>,
      sortBy: 'created_at',
      cell: (order) => <span className="num">{when(order.createdAt)}</span>,
    },
    {
      key: 'total',
      header: <Trans>Total</Trans>,
      sortBy: 'total',
      align: 'right',
      cell: (order) => <Total order={order} />,
    },
  ];
  return {
    columns,
    rowName: personName,
    isNew: (order) => fresh.has(order.id),
    menu: (order) => <OrderRowMenu order={order} mayEdit={mayEdit} />,
    narrow: (order) => (
      <TwoLines
        first={<Buyer order={order} />}
        second={
          <>
            <span className="reference">{order.reference}</span> · {when(order.createdAt)}
          </>
        }
        third={status(order)}
        end={<Total order={order} />}
      />
    ),
  };
}

function Buyer({ order }: { order: OrderRow }) {
  return <RowLink opens={order.id}>{personName(order)}</RowLink>;
}

function Items({ order }: { order: OrderRow }) {
  return (
    <span className="num">
      <Plural value={order.ticketCount} one="# ticket" other="# tickets" />
    </span>
  );
}

function Total({ order }: { order: OrderRow }) {
  if (order.refunded === 0) return <Money minor={order.total} currency={order.currency} />;
  return (
    <TwoLines
      first={<Money minor={order.total} currency={order.currency} />}
      second={
        <Trans>
          <Money minor={order.refunded} currency={order.currency} /> refunded
        </Trans>
      }
    />
  );
}
