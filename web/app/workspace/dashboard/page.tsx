import { useLingui } from '@lingui/react/macro';
import { formatEventDays } from '../../platform/i18n/format.ts';
import { checklistSteps, useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { EventStatusBadge } from '../kit/display/event-status.tsx';
import { DuplicateDrawer } from '../kit/event-actions/duplicate/late-drawer.ts';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { useReturnToRow } from '../kit/list/row.tsx';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import styles from './dashboard.module.css';
import { EventButtons } from './event-buttons.tsx';
import { Kpis } from './kpis.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { NextSteps } from './next-steps.tsx';
import { reads } from './reads.ts';
import { RecentOrders } from './recent-orders.tsx';
import { TicketsByType } from './tickets-by-type.tsx';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

export default function DashboardPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const mayWrite = useSession().may('events.write');
  const place = event.isOnline ? t`Online` : event.venueName || event.city;
  const isComplete = checklistSteps(event.checklist).every((step) => step.isDone);
  const hasSteps = !isComplete && event.status !== 'archived' && !event.settings.hideGettingStarted;
  return (
    <>
      <PageHeader
        title={event.title}
        tab={[t`Dashboard`, event.title]}
        badge={<EventStatusBadge status={event.status} />}
        meta={[formatEventDays(event, i18n.locale), place].filter(Boolean).join(' · ')}
        actions={<EventButtons event={event} duplicate={() => drawer.open('duplicate')} />}
        align="end"
      />
      <Kpis eventId={event.id} />
      <div className={styles.columns}>
        <NeedsAttention event={event} />
        <RecentOrders event={event} />
        <div className={styles.side}>
          {hasSteps && <NextSteps event={event} />}
          <TicketsByType eventId={event.id} />
        </div>
      </div>
      {mayWrite && drawer.opened === 'duplicate' && (
        <DuplicateDrawer eventId={event.id} close={drawer.close} />
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
