import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { Space } from '../../ui/space.tsx';
import { useEvent } from '../kit/data/event.ts';
import { KeptFigures } from '../kit/figures/kept.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ComparedWith } from '../kit/period/compared-with.tsx';
import { useKeptRead } from '../kit/reading/kept-read.ts';
import { onNewPath, type Read } from '../kit/reading/reads.ts';
import { TABS, USUAL, useAt, useTab } from './address.ts';
import { ExportMenu } from './export-menu.tsx';
import { ReportFrame } from './frame.tsx';
import { readEventInBrowser, readEventOnServer } from './loading.ts';
import { StripSkeleton } from './parts/skeletons.tsx';
import { attendanceRead, eventTabRead, payoutsRead, refundsRead, taxesRead } from './reads.ts';
import { AttendanceReport } from './tabs/attendance.tsx';
import { PayoutReport } from './tabs/payouts.tsx';
import { RefundReport } from './tabs/refunds.tsx';
import { type EventTabProps, SalesTab } from './tabs/sales.tsx';
import { TaxReport } from './tabs/taxes.tsx';

export const loader = readEventOnServer;
export const clientLoader = readEventInBrowser;
export const shouldRevalidate = onNewPath;

/** The reports of an event, by the days of its zone. */
export default function EventReportsPage() {
  const { i18n } = useLingui();
  const event = useEvent();
  const tab = useTab(TABS);
  const { at, change } = useAt('event');
  const { data, dataUpdatedAt } = useKeptRead(eventTabRead(tab, event, at));
  const { currency, timezone } = event;
  const zone = timeZoneLabel(i18n, `${data?.to ?? event.startsAt.slice(0, 10)}T12:00:00Z`, timezone);
  return (
    <ReportFrame
      tabs={TABS}
      tab={tab}
      usual={USUAL.event}
      event={event.title}
      shown={data && { from: data.from, to: data.to, at: dataUpdatedAt }}
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
      exports={<ExportMenu eventId={event.id} tab={tab} by={at.by} days={data} question={at.question} />}
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
      {tab === 'sales' && <SalesTab event={event} at={at} change={change} />}
      {tab === 'taxes' && (
        <Report event={event} read={taxesRead(event, at)}>
          {(report) => <TaxReport report={report} currency={report.currency} />}
        </Report>
      )}
      {tab === 'refunds' && (
        <Report event={event} read={refundsRead(event, at)}>
          {(report) => <RefundReport report={report} currency={report.currency} />}
        </Report>
      )}
      {tab === 'payouts' && (
        <Report event={event} read={payoutsRead(event, at)}>
          {(report) => <PayoutReport report={report} currency={report.currency} />}
        </Report>
      )}
      {tab === 'attendance' && (
        <Report event={event} read={attendanceRead(event, at)}>
          {(report) => <AttendanceReport report={report} />}
        </Report>
      )}
    </ReportFrame>
  );
}

type ReportProps<T> = Pick<EventTabProps, 'event'> & { read: Read<T>; children: (report: T) => ReactNode };

function Report<T>({ event, read, children }: ReportProps<T>) {
  return (
    <KeptFigures query={useKeptRead(read)} timezone={event.timezone} skeleton={<StripSkeleton />}>
      {children}
    </KeptFigures>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
