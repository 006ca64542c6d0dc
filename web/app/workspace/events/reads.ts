import { EVENT_STATES, type EventState, eventListRules, listEvents } from '@entrada/contract/catalog/events';
import type { OutputOf } from '@entrada/contract/endpoint';
import { getAccountFigures } from '@entrada/contract/insight/figures';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import type { Read, ReadsAt, ReadsOf } from '../kit/reading/reads.ts';

export const soonest = { by: 'starts_at', direction: 'asc' } as const;
export const latest = { by: 'starts_at', direction: 'desc' } as const;

/** Reads the tab from an address. Without a name it is the first tab. Undefined if the name is unknown. */
export function readState(text: string | undefined): EventState | undefined {
  if (text === undefined) return 'upcoming';
  return EVENT_STATES.find((state) => state === text);
}

/** The events of the account or of one organizer in one tab. */
export const eventSource = ({ state, organizerId }: { state: EventState; organizerId?: number }) =>
  listSource({
    rules: eventListRules,
    defaultSort: state === 'ended' || state === 'archived' ? latest : soonest,
    fixed: {
      'filter_fields[state][eq]': state,
      ...(organizerId !== undefined && { 'filter_fields[organizer_id][eq]': String(organizerId) }),
    },
    queryKey: keys.eventList,
    load: (call, query, signal) => call(listEvents, { query }, { signal }),
  });

const stateOf = ({ params }: ReadsAt): EventState => readState(params['eventsState']) ?? 'upcoming';

export const accountFiguresRead: Read<OutputOf<typeof getAccountFigures>['data']> = {
  queryKey: keys.accountFigures,
  load: async (call, signal) => (await call(getAccountFigures, { query: { days: '30' } }, { signal })).data,
};

export const reads: ReadsOf = (at) => [
  listRead(eventSource({ state: stateOf(at) }), at.search),
  accountFiguresRead,
];

export const organizerReads: ReadsOf = (at) => [
  listRead(eventSource({ state: stateOf(at), organizerId: Number(at.params['organizerId']) }), at.search),
];
