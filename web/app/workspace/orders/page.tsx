import {
  listOrders,
  ORDER_BADGES,
  type OrderRow,
  orderListRules,
  ordersCsvPath,
} from '@entrada/contract/sales/orders';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { api } from '../../platform/api/client.ts';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { eventParams, useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { OrderBadge, orderBadgeNames } from '../kit/display/order-badge.tsx';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { ShareEvent } from '../kit/event-actions/share-event.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListBody } from '../kit/list/body.tsx';
import type { Column } from '../kit/list/columns.ts';
import { Pages } from '../kit/list/pages.tsx';
import { RowLink, useReturnToRow } from '../kit/list/row-link.tsx';
import { ListTable } from '../kit/list/table.tsx';
import { type SortOption, Toolbar } from '../kit/list/toolbar.tsx';
import { useExport } from '../kit/list/use-export.ts';
import { useList } from '../kit/list/use-list.ts';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useSelection } from '../kit/selection/use-selection.ts';
import { OrderDrawer } from './drawer.tsx';
import { useAffiliateFilter } from './use-affiliate-filter.ts';

export default function OrdersPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const list = useList({
    rules: orderListRules,
    queryKey: (params) => keys.orderList(event.id, params),
    load: (query, signal) => api(listOrders, { ...eventParams(event.id), query }, { signal }),
  });
  const selection = useSelection(list, (order) => order.id);
  const affiliates = useAffiliateFilter(event.id, list.filterValue('affiliate_id'));
  const csv = useExport(ordersCsvPath(event.id), list);
  const when = (at: string) => formatDayTime(at, { locale: i18n.locale, timezone: event.timezone });
  const columns: Column<OrderRow>[] = [
    {
      key: 'buyer',
      header: <Trans>Buyer</Trans>,
      sortBy: 'last_name',
      cell: (order) => <TwoLines first={<Buyer order={order} />} second={order.email} />,
    },
    {
      key: 'reference',
      header: <Trans>Order</Trans>,
      sortBy: 'reference',
      cell: (order) => <span className="num">{order.reference}</span>,
    },
    {
      key: 'items',
      header: <Trans>Items</Trans>,
      isSecondary: true,
      cell: (order) => <Items order={order} />,
    },
    { key: 'status', header: <Trans>Status</Trans>, cell: (order) => <OrderBadge badge={order.badge} /> },
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
  const sorts: SortOption[] = [
    { by: 'created_at', direction: 'desc', label: t`Newest first` },
    { by: 'created_at', direction: 'asc', label: t`Oldest first` },
    { by: 'total', direction: 'desc', label: t`Highest total` },
    { by: 'last_name', direction: 'asc', label: t`Last name A–Z` },
  ];
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  return (
    <>
      <PageHeader
        title={<Trans>Orders</Trans>}
        tab={[t`Orders`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={
          list.rows.length > 0 && (
            <Button
              leftSection={<IconDownload size={18} stroke={1.75} />}
              loading={csv.isPending && selection.count === 0}
              onClick={() => csv.run()}
            >
              <Trans>Export</Trans>
            </Button>
          )
        }
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Name, email or order number`}
          filters={[
            {
              field: 'status',
              label: t`Status`,
              operator: 'in',
              options: ORDER_BADGES.map((value) => ({ value, label: i18n._(orderBadgeNames[value]) })),
            },
            ...affiliates,
          ]}
          sorts={sorts}
        />
      )}
      <ListBody
        list={list}
        noMatch={<Trans>No orders match.</Trans>}
        empty={
          <EmptyState
            drawing={<GhostStub />}
            title={<Trans>No orders yet</Trans>}
            action={<ShareEvent event={event} />}
          >
            <Trans>Each purchase shows here with its buyer, its tickets and what was paid.</Trans>
          </EmptyState>
        }
      >
        <ListTable
          label={t`Orders`}
          list={list}
          rows={list.rows}
          rowKey={(order) => order.id}
          columns={columns}
          id="orders"
          rowName={(order) => `${order.firstName} ${order.lastName}`}
          selection={selection}
          narrow={(order) => (
            <TwoLines
              first={<Buyer order={order} />}
              second={`${order.reference} · ${when(order.createdAt)}`}
              third={<OrderBadge badge={order.badge} />}
              end={<Total order={order} />}
            />
          )}
        />
      </ListBody>
      <Pages list={list} />
      <BulkBar selection={selection}>
        <BulkAction icon={IconDownload} isPending={csv.isPending} onClick={() => csv.run(selection.rows)}>
          <Trans>Export</Trans>
        </BulkAction>
      </BulkBar>
      {drawer.opened !== null && (
        <OrderDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
}

function Buyer({ order }: { order: OrderRow }) {
  return (
    <RowLink opens={order.id}>
      {order.firstName} {order.lastName}
    </RowLink>
  );
}

function Items({ order }: { order: OrderRow }) {
  return <Plural value={order.ticketCount} one="# ticket" other="# tickets" />;
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

export function ErrorBoundary() {
  return <PageError />;
}
