import { listMessages, messageListRules } from '@entrada/contract/outreach/messages';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** The messages of an event. */
export const messageSource = (eventId: number) =>
  listSource({
    rules: messageListRules,
    queryKey: (params) => keys.messageList(eventId, params),
    load: (call, query, signal) => call(listMessages, { ...eventParams(eventId), query }, { signal }),
  });

export const reads: ReadsOf = (at) => [listRead(messageSource(eventIdOf(at)), at.search)];
