import type { EventDetail } from '@entrada/contract/catalog/events';
import { useCallback } from 'react';
import { type Params, useParams, useSearchParams } from 'react-router';
import { type Period, type Preset, readPeriod } from '../kit/period/range.ts';
import { STEPS, type Step } from '../kit/period/steps.ts';

export const TABS = ['sales', 'taxes', 'refunds', 'payouts', 'attendance'] as const;
export type Tab = (typeof TABS)[number];
/** Who came is known for one event only. */
export const ACCOUNT_TABS = ['sales', 'taxes', 'refunds', 'payouts'] as const satisfies readonly Tab[];

/** What the lines of the table of sales are. */
export const EVENT_LINES = ['ticket', 'day', 'code', 'source', 'answer'] as const;
export const ACCOUNT_LINES = ['event', 'day', 'code', 'source'] as const;
export type Lines = (typeof EVENT_LINES)[number] | (typeof ACCOUNT_LINES)[number];

/** An event shows all of its days, the account the last thirty. */
export const USUAL = { event: 'all', account: '30' } as const satisfies Record<string, Preset>;

/** What the address says about the reports. */
export type At = {
  period: Period;
  by: Lines;
  /** Undefined: what fits the number of days. */
  step: Step | undefined;
  /** The id of the event that is compared with. Without one it is the days before. */
  pastEvent: string | undefined;
  /** The id of the question whose answers are the lines. */
  question: string | undefined;
};

/** The report of an address. Without a name it is the first one. Undefined if the name is unknown. */
export const readTab = ({ report }: Params, tabs: readonly Tab[]): Tab | undefined =>
  report === undefined ? tabs[0] : tabs.find((one) => one === report);

const ID = /^[1-9][0-9]{0,14}$/;

/** Reads the rest of an address. What is unknown in it is as if it were not there. */
export function readAt(search: URLSearchParams, of: keyof typeof USUAL): At {
  const lines: readonly Lines[] = of === 'event' ? EVENT_LINES : ACCOUNT_LINES;
  const named = (name: string) => ID.exec(search.get(name) ?? '')?.[0];
  return {
    period: readPeriod(search, USUAL[of]),
    by: lines.find((one) => one === search.get('by')) ?? (of === 'event' ? 'ticket' : 'event'),
    step: STEPS.find((one) => one === search.get('step')),
    pastEvent: named('compare'),
    question: named('question'),
  };
}

type Change = { by?: Lines; step?: Step; compare?: string | null; question?: string };

/** The address of the page, and how to change it. The back button takes a change back. */
export function useAt(of: keyof typeof USUAL) {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (next: Change) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          for (const [name, value] of Object.entries(next)) {
            if (value === null) changed.delete(name);
            else changed.set(name, value);
          }
          return changed;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  return { at: readAt(search, of), change };
}

/** The report that shows. The loader has refused unknown ones. */
export const useTab = (tabs: readonly Tab[]): Tab => readTab(useParams(), tabs) ?? 'sales';

/** What a part of an event's reports knows: the event, the address, and how to change it. */
export type EventTabProps = { event: EventDetail; at: At; change: ReturnType<typeof useAt>['change'] };
