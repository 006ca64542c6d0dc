import type { InputOf } from '@entrada/contract/endpoint';
import { listReminders, type Reminder, saveReminder } from '@entrada/contract/outreach/reminders';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import type { Read } from '../../kit/reading/reads.ts';

/** The messages of an event that go out by themselves, one of each kind. */
export const remindersRead = (eventId: number): Read<Reminder[]> => ({
  queryKey: keys.reminders(eventId),
  load: async (call, signal) => (await call(listReminders, eventParams(eventId), { signal })).data,
});

export type WrittenReminder = InputOf<typeof saveReminder>['body'];

export const writeReminder = async (eventId: number, kind: Reminder['kind'], body: WrittenReminder) =>
  (await api(saveReminder, { params: { eventId: String(eventId), kind }, body })).data;
