import type { EventDetail } from '@entrada/contract/catalog/events';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { type At, EVENT_LINES, type useAt } from '../address.ts';
import { ByAnswer } from '../lines/by-answer.tsx';
import { ByCode } from '../lines/by-code.tsx';
import { ByDay } from '../lines/by-day.tsx';
import { BySource } from '../lines/by-source.tsx';
import { ByTicket } from '../lines/by-ticket.tsx';
import { LinesMenu, useLineNames } from '../lines/menu.tsx';
import { ordersPath } from '../orders-path.ts';
import { OverTime } from '../parts/over-time.tsx';
import { PayoutTable } from '../parts/payouts.tsx';
import { ReportSection } from '../parts/section.tsx';
import { LinesSkeleton, StripSkeleton } from '../parts/skeletons.tsx';
import { TotalStrip } from '../parts/strip.tsx';
import { TaxTable } from '../parts/taxes.tsx';
import {
  answersRead,
  codesRead,
  type EventSales,
  payoutsRead,
  salesRead,
  sourcesRead,
  taxesRead,
} from '../reads.ts';
import styles from '../reports.module.css';
import { useTabPath } from '../tab-links.tsx';

export type EventTabProps = {
  event: EventDetail;
  at: At;
  change: ReturnType<typeof useAt>['change'];
};

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
      <EventLines event={event} report={report} at={at} change={change} />
    </ReportSection>
  );
}

function EventLines({ event, report, at, change }: EventTabProps & { report: EventSales }) {
  const { currency, hasMoney } = report;
  switch (at.by) {
    case 'day':
      return <ByDay report={report} step={at.step ?? 'day'} />;
    case 'code':
      return <Codes event={event} at={at} hasMoney={hasMoney} currency={currency} />;
    case 'source':
      return <Sources event={event} at={at} hasMoney={hasMoney} currency={currency} />;
    case 'answer':
      return (
        <Answers event={event} at={at} hasMoney={hasMoney} choose={(question) => change({ question })} />
      );
    default:
      return <ByTicket eventId={event.id} report={report} />;
  }
}

type OriginsProps = { event: EventDetail; at: At; hasMoney: boolean; currency: string };

function Codes({ event, at, ...figures }: OriginsProps) {
  return (
    <KeptFigures
      query={useKeptRead(codesRead(event, at))}
      timezone={event.timezone}
      skeleton={<LinesSkeleton />}
    >
      {(report) => <ByCode {...figures} days={report} report={report} />}
    </KeptFigures>
  );
}

function Sources({ event, at, ...figures }: OriginsProps) {
  return (
    <KeptFigures
      query={useKeptRead(sourcesRead(event, at))}
      timezone={event.timezone}
      skeleton={<LinesSkeleton />}
    >
      {(report) => <BySource {...figures} days={report} report={report} />}
    </KeptFigures>
  );
}

type AnswersProps = Omit<OriginsProps, 'currency'> & { choose: (question: string) => void };

function Answers({ event, at, ...rest }: AnswersProps) {
  return (
    <KeptFigures
      query={useKeptRead(answersRead(event, at))}
      timezone={event.timezone}
      skeleton={<LinesSkeleton />}
    >
      {(report) => <ByAnswer {...rest} report={report} />}
    </KeptFigures>
  );
}

/** Taxes and payouts in short. Each has a report of its own. */
function Behind({ event, at }: { event: EventDetail; at: At }) {
  const tab = useTabPath();
  return (
    <div className={styles.two}>
      <ReportSection
        title={<Trans>Taxes and fees collected</Trans>}
        tools={
          <Link className="link" to={tab('taxes')}>
            <Trans>For a tax return</Trans>
          </Link>
        }
        note={<Trans>Refunded taxes and fees are already taken out.</Trans>}
      >
        <KeptFigures
          query={useKeptRead(taxesRead(event, at))}
          timezone={event.timezone}
          skeleton={<LinesSkeleton />}
        >
          {(report) => <TaxTable report={report} currency={report.currency} />}
        </KeptFigures>
      </ReportSection>
      <ReportSection
        title={<Trans>Payouts</Trans>}
        tools={
          <Link className="link" to={tab('payouts')}>
            <Trans>How they add up</Trans>
          </Link>
        }
      >
        <KeptFigures
          query={useKeptRead(payoutsRead(event, at))}
          timezone={event.timezone}
          skeleton={<LinesSkeleton />}
        >
          {(report) => <PayoutTable report={report} currency={report.currency} />}
        </KeptFigures>
      </ReportSection>
    </div>
  );
}
