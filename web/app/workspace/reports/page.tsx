import { Trans, useLingui } from '@lingui/react/macro';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { Space } from '../../ui/space.tsx';
import { useEvent } from '../kit/data/event.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { latePart } from '../kit/late/part.tsx';
import { ComparedWith } from '../kit/period/compared-with.tsx';
import { onNewPath } from '../kit/reading/reads.ts';
import { TABS, USUAL, useAt, useTab } from './address.ts';
import { ExportMenu } from './export-menu.tsx';
import { ReportFrame } from './frame.tsx';
import { readEvent as readInBrowser } from './load/browser.ts';
import { readEvent as readOnServer } from './load/server.ts';
import { StripSkeleton } from './parts/skeletons.tsx';
import { useEventSpan } from './reads/asking.ts';
import type { OtherTabProps } from './tabs/event.tsx';
import { SalesTab } from './tabs/sales.tsx';

export const loader = readOnServer;
export const clientLoader = readInBrowser;
export const shouldRevalidate = onNewPath;

const OtherTab = latePart<OtherTabProps>(() => import('./tabs/event.tsx').then((part) => part.OtherTab), {
  Place: StripSkeleton,
});

/** The reports of an event, by the days of its zone. */
export default function EventReportsPage() {
  const { i18n } = useLingui();
  const event = useEvent();
  const tab = useTab(TABS);
  const { at, change } = useAt('event');
  const shown = useEventSpan(tab, event, at);
  const { currency, timezone } = event;
  const zone = timeZoneLabel(i18n, `${shown?.to ?? event.startsAt.slice(0, 10)}T12:00:00Z`, timezone);
  return (
    <ReportFrame
      tabs={TABS}
      tab={tab}
      usual={USUAL.event}
      event={event.title}
      shown={shown}
      timezone={timezone}
      note={
        tab === 'attendance' ? (
          zone
        ) : (
          <>
            <Trans>
              {currency}, {zone}.
            </Trans>
            <Space />
            <Trans>A sale counts on the day it is completed, a refund on the day it is made.</Trans>
          </>
        )
      }
      exports={<ExportMenu eventId={event.id} tab={tab} by={at.by} days={shown} question={at.question} />}
      compare={
        tab === 'sales' && (
          <ComparedWith
            eventId={event.id}
            pastEvent={at.pastEvent}
            choose={(compare) => change({ compare })}
          />
        )
      }
    >
      {tab === 'sales' ? (
        <SalesTab event={event} at={at} change={change} />
      ) : (
        <OtherTab event={event} tab={tab} at={at} />
      )}
    </ReportFrame>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
