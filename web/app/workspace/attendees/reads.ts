import { attendeeListRules, listAttendees } from '@entrada/contract/sales/attendees';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { viewedSource } from '../kit/list/view.ts';

/** The attendees of an event. */
export const attendeeSource = (eventId: number) =>
  viewedSource({
    views: { eventId, list: 'attendees' },
    rules: attendeeListRules,
    queryKey: (params) => keys.attendeeList(eventId, params),
    load: (call, query, signal) => call(listAttendees, { ...eventParams(eventId), query }, { signal }),
  });
