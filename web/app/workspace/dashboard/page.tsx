import type { EventDetail } from '@entrada/contract/catalog/events';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatEventDays } from '../../platform/i18n/format.ts';
import { useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { dotted } from '../kit/display/dotted.ts';
import { EventStatusBadge } from '../kit/display/event-status.tsx';
import { DuplicateDrawer } from '../kit/event-actions/duplicate/late-drawer.ts';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { useReturnToRow } from '../kit/list/row.tsx';
import { onNewPath } from '../kit/reading/reads.ts';
import { daysToGo, isEventDay, showsDoor, useChoice } from './choice.ts';
import { DayView } from './day/view.tsx';
import { EventButtons } from './event-buttons.tsx';
import { LiveLost } from './live-lost.tsx';
import { readInBrowser, readOnServer } from './reads.ts';
import { SalesView } from './sales/view.tsx';

export const loader = readOnServer;
export const clientLoader = readInBrowser;
export const shouldRevalidate = onNewPath;

export default function DashboardPage() {
  const event = useEvent();
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const mayWrite = useSession().may('events.write');
  const { choice } = useChoice();
  return (
    <>
      {showsDoor(event, choice, new Date()) ? (
        <DayView event={event} />
      ) : (
        <Sales event={event} duplicate={() => drawer.open('duplicate')} />
      )}
      {mayWrite && drawer.opened === 'duplicate' && (
        <DuplicateDrawer eventId={event.id} close={drawer.close} />
      )}
    </>
  );
}

function Sales({ event, duplicate }: { event: EventDetail; duplicate: () => void }) {
  const { t, i18n } = useLingui();
  const place = event.isOnline ? t`Online` : event.venueName || event.city;
  const left = daysToGo(event, new Date());
  const toGo = left > 0 && t`${plural(left, { one: '# day to go', other: '# days to go' })}`;
  return (
    <>
      <PageHeader
        title={event.title}
        tab={[t`Dashboard`, event.title]}
        badge={<EventStatusBadge event={event} />}
        meta={
          <>
            {dotted([formatEventDays(event, i18n.locale), place, toGo])}
            {isEventDay(event, new Date()) && (
              <>
                {'\u00a0· '}
                <Link className="link" to="?" replace preventScrollReset>
                  <Trans>Show the doors</Trans>
                </Link>
              </>
            )}
          </>
        }
        actions={<EventButtons event={event} duplicate={duplicate} />}
        align="end"
      />
      <LiveLost timezone={event.timezone} />
      <SalesView event={event} />
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
