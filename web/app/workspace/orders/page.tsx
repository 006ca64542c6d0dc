import { DISPUTE_STATUSES } from '@entrada/contract/sales/disputes';
import { ATTENTION_KINDS, type AttentionKind, ORDER_BADGES } from '@entrada/contract/sales/orders';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEvent } from '../kit/data/event.ts';
import { disputeStatusNames, orderBadgeNames } from '../kit/display/order-badge.tsx';
import { ShareEvent } from '../kit/event-actions/share.tsx';
import { ExportBar, ExportButton } from '../kit/exports/button.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { NewOrders } from '../kit/live/new-orders.tsx';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { OrderDrawer } from './drawer.tsx';
import { orderSource, reads } from './reads.ts';
import { useOrderTable } from './table.tsx';
import { useAffiliateFilter } from './use-affiliate-filter.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

const EXPORTS = ['orders', 'order-lines', 'refunds'] as const;

const attentionNames: Record<AttentionKind, MessageDescriptor> = {
  dispute: msg`Dispute to answer`,
  refund_failed: msg`Refund failed`,
  payment_unclear: msg`Payment that does not fit`,
  transfer_due: msg`Payment without a card, due soon`,
};

export default function OrdersPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const page = useListPage({
    id: 'orders',
    ...orderSource(event.id),
  });
  const { list } = page;
  const affiliates = useAffiliateFilter(event.id, list.filterValue('affiliate_id'));
  return (
    <ListPage
      page={page}
      title={t`Orders`}
      searchLabel={t`Name, email or order number`}
      filters={[
        {
          field: 'status',
          label: t`Status`,
          operator: 'in',
          options: ORDER_BADGES.map((value) => ({ value, label: i18n._(orderBadgeNames[value]) })),
        },
        {
          field: 'attention',
          label: t`Needs attention`,
          operator: 'in',
          options: ATTENTION_KINDS.map((value) => ({ value, label: i18n._(attentionNames[value]) })),
        },
        {
          field: 'dispute',
          label: t`Dispute`,
          operator: 'in',
          options: DISPUTE_STATUSES.map((value) => ({ value, label: i18n._(disputeStatusNames[value]) })),
        },
        ...affiliates,
      ]}
      sorts={[
        { by: 'created_at', direction: 'desc', label: t`Newest first` },
        { by: 'created_at', direction: 'asc', label: t`Oldest first` },
        { by: 'total', direction: 'desc', label: t`Highest total` },
        { by: 'last_name', direction: 'asc', label: t`Last name A–Z` },
      ]}
      actions={<ExportButton what={EXPORTS} page={page} />}
      noMatch={<Trans>No orders match.</Trans>}
      empty={{
        title: <Trans>No orders yet</Trans>,
        text: <Trans>Each purchase shows here with its buyer, its tickets and what was paid.</Trans>,
        action: <ShareEvent event={event} />,
      }}
      table={useOrderTable()}
      below={<NewOrders eventId={event.id} />}
      bulk={<ExportBar what={EXPORTS} page={page} />}
      drawer={(opened) => <OrderDrawer {...opened} />}
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
