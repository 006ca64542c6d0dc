import { Trans, useLingui } from '@lingui/react/macro';
import { JobBar } from '../kit/bulk/bar.tsx';
import { LateBulkJobs } from '../kit/bulk/late-jobs.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { ShareEvent } from '../kit/event-actions/share.tsx';
import { ExportButton, ExportChosen } from '../kit/exports/button.tsx';
import { useOrderFilters } from '../kit/filters/order-fields.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { useNeighbours } from '../kit/list/use-neighbours.ts';
import { NewOrders } from '../kit/live/new-orders.tsx';
import { onNewPath } from '../kit/reading/reads.ts';
import { readViewedInBrowser, readViewedOnServer } from '../kit/views/reads.ts';
import { orderSource } from './reads.ts';
import { OrderSums } from './sums.tsx';
import { useOrderTable } from './table.tsx';

export const loader = readViewedOnServer(orderSource);
export const clientLoader = readViewedInBrowser(orderSource);
export const shouldRevalidate = onNewPath;

const EXPORTS = ['orders', 'order-lines', 'refunds'] as const;
const OrderDrawer = lateDrawer(async () => (await import('./drawer.tsx')).OrderDrawer);

export default function OrdersPage() {
  const { t } = useLingui();
  const event = useEvent();
  const page = useListPage({
    id: 'orders',
    ...orderSource(event.id),
  });
  const { list } = page;
  const neighbours = useNeighbours(page);
  const mayEdit = useSession().may('orders.write');
  return (
    <ListPage
      page={page}
      title={t`Orders`}
      searchLabel={t`Name, email or order number`}
      filters={useOrderFilters(list)}
      summary={
        <>
          <LateBulkJobs noun="orders" />
          {list.isFiltered && <OrderSums params={list.params} />}
        </>
      }
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
      table={useOrderTable({ mayEdit })}
      below={<NewOrders eventId={event.id} />}
      bulk={
        <JobBar noun="orders" page={page}>
          <ExportChosen what={EXPORTS} page={page} />
        </JobBar>
      }
      ahead={OrderDrawer.ahead}
      drawer={(opened) => <OrderDrawer {...opened} neighbours={neighbours} />}
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
