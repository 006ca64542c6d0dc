import type { EventDetail } from '@entrada/contract/catalog/events';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { latePart } from '../../kit/late/part.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { EVENT_LINES, type EventTabProps } from '../address.ts';
import { ByTicket } from '../lines/by-ticket.tsx';
import type { EventLinesProps } from '../lines/event.tsx';
import { LinesMenu, useLineNames } from '../lines/menu.tsx';
import { ordersPath } from '../orders-path.ts';
import { OverTime } from '../parts/over-time.tsx';
import { ReportSection } from '../parts/section.tsx';
import { LinesSkeleton, StripSkeleton } from '../parts/skeletons.tsx';
import { TotalStrip } from '../parts/strip.tsx';
import { type EventSales, salesRead } from '../reads/sales.ts';
import { useTabPath } from '../tab-links.tsx';
import { Behind } from './behind.tsx';

/** What most people do not look at first loads after the page. */
const OtherLines = latePart<EventLinesProps>(
  () => import('../lines/event.tsx').then((part) => part.EventLines),
  {
    Place: LinesSkeleton,
  },
);

/** One total line, the chart, and the tables behind it. */
export function SalesTab({ event, at, change }: EventTabProps) {
  const query = useKeptRead(salesRead(event, at));
  return (
    <KeptFigures query={query} timezone={event.timezone} skeleton={<StripSkeleton />}>
      {(report) => (
        <>
          <Total event={event} report={report} />
          <Chart report={report} at={at} change={change} />
          <Lines event={event} report={report} at={at} change={change} />
          {report.hasMoney && <Behind event={event} at={at} />}
        </>
      )}
    </KeptFigures>
  );
}

/** The days beside those of the report, and what they are called. */
function useCompared({ before, pastEvent, days }: EventSales) {
  const { t } = useLingui();
  const length = t`${plural(days.length, { one: 'the day before', other: '# days before' })}`;
  const title = pastEvent?.title ?? '';
  return {
    compared: pastEvent ?? before,
    name: pastEvent ? t`${title}, same days` : length,
    versus: pastEvent
      ? t`vs ${title}`
      : t`${plural(days.length, { one: 'vs the day before', other: 'vs # days before' })}`,
  };
}

function Total({ event, report }: { event: EventDetail; report: EventSales }) {
  const { compared, versus } = useCompared(report);
  const tab = useTabPath();
  return (
    <TotalStrip
      total={report.total}
      currency={report.currency}
      hasMoney={report.hasMoney}
      compared={compared ? { ...compared, name: versus } : undefined}
      paths={{ orders: ordersPath(event.id, report), refunds: tab('refunds'), taxes: tab('taxes') }}
    />
  );
}

function Chart({ report, at, change }: { report: EventSales } & Pick<EventTabProps, 'at' | 'change'>) {
  const { compared, name } = useCompared(report);
  return (
    <OverTime
      days={report.days}
      compared={compared ? { days: compared.days, name } : undefined}
      currency={report.currency}
      hasMoney={report.hasMoney}
      step={at.step}
      changeStep={(step) => change({ step })}
    />
  );
}

function Lines({ event, report, at, change }: EventTabProps & { report: EventSales }) {
  const names = useLineNames(at.step);
  return (
    <ReportSection
      title={names[at.by]}
      tools={<LinesMenu lines={EVENT_LINES} by={at.by} step={at.step} choose={(by) => change({ by })} />}
    >
      {at.by === 'ticket' ? (
        <ByTicket eventId={event.id} report={report} />
      ) : (
        <OtherLines event={event} report={report} at={at} change={change} />
      )}
    </ReportSection>
  );
}
