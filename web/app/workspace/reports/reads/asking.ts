import type { EventDetail } from '@entrada/contract/catalog/events';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallApi } from '../../../platform/api/endpoint-call.ts';
import { eventParams } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { todayIn } from '../../kit/period/days.ts';
import { type Days, daysOf, type Period } from '../../kit/period/range.ts';
import type { Read } from '../../kit/reading/reads.ts';
import type { At, Tab } from '../address.ts';

export type Zoned = Pick<EventDetail, 'id' | 'timezone'>;

/** The key names the preset, so that a page that stays open goes on to the next day. */
const keyOf = (period: Period): Record<string, string> =>
  'preset' in period ? { period: period.preset } : period;

/** What one report asks for beside its days. */
type More = (at: At) => { past_event?: string; question?: string };
type Signal = { signal?: AbortSignal | undefined };
type Name = Tab | 'codes' | 'sources' | 'answers';

/** What belongs to the query of a report beside its days: the past event of the sales, the question of the answers. */
const MORE: Partial<Record<Name, More>> = {
  sales: ({ pastEvent }) => (pastEvent ? { past_event: pastEvent } : {}),
  answers: ({ question }) => (question ? { question } : {}),
};

const eventKey = (name: Name, { id }: Zoned, at: At) =>
  keys.report(id, name, { ...keyOf(at.period), ...(MORE[name]?.(at) as Record<string, string> | undefined) });
const accountKey = (name: Name, { period }: Pick<At, 'period'>) => keys.accountReport(name, keyOf(period));

type AskEvent<T> = (
  call: CallApi,
  input: { params: { eventId: string }; query: Days & { past_event?: string; question?: string } },
  options: Signal,
) => Promise<{ data: T }>;

/** A report of an event by the days of its zone. */
export const ofEvent =
  <T>(name: Name, ask: AskEvent<T>) =>
  (event: Zoned, at: At): Read<T> => ({
    queryKey: eventKey(name, event, at),
    load: async (call, signal) => {
      const query = { ...daysOf(at.period, todayIn(event.timezone)), ...MORE[name]?.(at) };
      return (await ask(call, { ...eventParams(event.id), query }, { signal })).data;
    },
  });

type AskAccount<T> = (call: CallApi, input: { query: Days }, options: Signal) => Promise<{ data: T }>;

/** A report over the account. Today is that of the account's zone. */
export const ofAccount =
  <T>(name: Name, ask: AskAccount<T>) =>
  (timezone: string, at: Pick<At, 'period'>): Read<T> => ({
    queryKey: accountKey(name, at),
    load: async (call, signal) =>
      (await ask(call, { query: daysOf(at.period, todayIn(timezone)) }, { signal })).data,
  });

type Span = { from: string; to: string };

/** The days of the report that shows, once it has answered. It reads nothing by itself. */
function useAnswered(queryKey: readonly unknown[]) {
  const { data, dataUpdatedAt } = useQuery<Span>({
    queryKey,
    enabled: false,
    placeholderData: keepPreviousData,
  });
  return data && { from: data.from, to: data.to, at: dataUpdatedAt };
}

export const useEventSpan = (tab: Tab, event: Zoned, at: At) => useAnswered(eventKey(tab, event, at));
export const useAccountSpan = (tab: Tab, at: At) => useAnswered(accountKey(tab, at));
