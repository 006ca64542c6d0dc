import { attendeeListRules, listAttendees } from '@entrada/contract/sales/attendees';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** The attendees of an event. */
export const attendeeSource = (eventId: number) =>
  listSource({
    rules: attendeeListRules,
    queryKey: (params) => keys.attendeeList(eventId, params),
    load: (call, query, signal) => call(listAttendees, { ...eventParams(eventId), query }, { signal }),
  });

export const reads: ReadsOf = (at) => [listRead(attendeeSource(eventIdOf(at)), at.search)];
