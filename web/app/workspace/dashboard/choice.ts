import type { EventDetail } from '@entrada/contract/catalog/events';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { dayIn, daysBetween } from '../kit/period/days.ts';

export const RANGES = ['7', '30', 'all'] as const;
export type Range = (typeof RANGES)[number];

/** What the address says about the dashboard. */
export type Choice = {
  /** The last days, or all since the first sale. */
  range: Range;
  /** The id of the event with which this one is compared. Without one it is the days before. */
  pastEvent?: string;
  /** What is shown on the day of the event. Without a choice its doors. */
  view?: 'sales' | 'door';
};

const USUAL: Range = '30';

export function readChoice(search: URLSearchParams): Choice {
  const range = RANGES.find((one) => one === search.get('range')) ?? USUAL;
  const pastEvent = /^[1-9][0-9]{0,14}$/.exec(search.get('compare') ?? '')?.[0];
  const shown = search.get('view');
  const view = shown === 'sales' || shown === 'door' ? shown : undefined;
  return { range, ...(pastEvent && { pastEvent }), ...(view && { view }) };
}

/** The choice of the address, and how to change it. A change does not add to the history. */
export function useChoice() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (next: { range?: Range; compare?: string | null; view?: 'sales' | 'door' | null }) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          for (const [name, value] of Object.entries(next)) {
            if (value === null || (name === 'range' && value === USUAL)) changed.delete(name);
            else changed.set(name, value);
          }
          return changed;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { choice: readChoice(search), change };
}

const DAY_MS = 86_400_000;
type Times = Pick<EventDetail, 'startsAt' | 'endsAt' | 'timezone' | 'status' | 'calledOffAt'>;

/** How many days are left until the event takes place. Zero once it began, and if it is called off or archived. */
export function daysToGo({ startsAt, timezone, status, calledOffAt }: Times, now: Date): number {
  if (calledOffAt || status === 'archived') return 0;
  return Math.max(0, daysBetween(dayIn(timezone, now), dayIn(timezone, new Date(startsAt))));
}

/** Whether it is a day of the event: from the morning of its first day until it ends. Never if it is called off. */
export function isEventDay({ startsAt, endsAt, timezone, status, calledOffAt }: Times, now: Date): boolean {
  const end = endsAt ? Date.parse(endsAt) : Date.parse(startsAt) + DAY_MS;
  return (
    status === 'public' &&
    !calledOffAt &&
    dayIn(timezone, now) >= dayIn(timezone, new Date(startsAt)) &&
    now.getTime() < end
  );
}

/** Whether the dashboard shows the doors instead of the sales. */
export const showsDoor = (event: Times, { view }: Choice, now: Date): boolean =>
  view === 'door' || (view !== 'sales' && isEventDay(event, now));
