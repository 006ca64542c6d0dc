import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import type { At, EventTabProps } from '../address.ts';
import { LinesSkeleton } from '../parts/skeletons.tsx';
import { codesRead, sourcesRead } from '../reads/origins.ts';
import { answersRead } from '../reads/people.ts';
import type { EventSales } from '../reads/sales.ts';
import { ByAnswer } from './by-answer.tsx';
import { ByCode } from './by-code.tsx';
import { ByDay } from './by-day.tsx';
import { BySource } from './by-source.tsx';

export type EventLinesProps = EventTabProps & { report: EventSales };

/** The sales of an event by anything but its tickets. */
export function EventLines({ event, report, at, change }: EventLinesProps) {
  const { currency, hasMoney } = report;
  switch (at.by) {
    case 'code':
      return <Codes event={event} at={at} hasMoney={hasMoney} currency={currency} />;
    case 'source':
      return <Sources event={event} at={at} hasMoney={hasMoney} currency={currency} />;
    case 'answer':
      return (
        <Answers event={event} at={at} hasMoney={hasMoney} choose={(question) => change({ question })} />
      );
    default:
      return <ByDay report={report} step={at.step ?? 'day'} />;
  }
}

type OriginsProps = { event: EventTabProps['event']; at: At; hasMoney: boolean; currency: string };

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
