import type { InputOf } from '@entrada/contract/endpoint';
import {
  type ChangePlan,
  callOffEvent,
  type EventChange,
  listEventChanges,
  moveEvent,
  planEventChange,
  refundEventAgain,
  undoEventChange,
} from '@entrada/contract/sales/event-changes/endpoints';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import type { Read } from '../kit/reading/reads.ts';

export type CallOff = InputOf<typeof callOffEvent>['body'];
export type Move = InputOf<typeof moveEvent>['body'];
export type Change = { callOff: CallOff } | { move: Move };

/** Whom it would touch, and what it would cost. */
export const planRead = (eventId: number): Read<ChangePlan> => ({
  queryKey: keys.changePlan(eventId),
  load: async (call, signal) => (await call(planEventChange, eventParams(eventId), { signal })).data,
});

/** The latest times that the event was called off or moved. */
export const changesRead = (eventId: number): Read<EventChange[]> => ({
  queryKey: keys.eventChanges(eventId),
  load: async (call, signal) => (await call(listEventChanges, eventParams(eventId), { signal })).data,
});

/** Begins it. The same key again begins nothing more. */
export async function begin(eventId: number, change: Change, idempotencyKey: string): Promise<EventChange> {
  const options = { idempotencyKey };
  if ('callOff' in change)
    return (await api(callOffEvent, { ...eventParams(eventId), body: change.callOff }, options)).data;
  return (await api(moveEvent, { ...eventParams(eventId), body: change.move }, options)).data;
}

const ofChange = (eventId: number, changeId: number) => ({
  params: { eventId: String(eventId), changeId: String(changeId) },
});

export const undo = async (eventId: number, changeId: number): Promise<EventChange> =>
  (await api(undoEventChange, ofChange(eventId, changeId))).data;

export const refundAgain = async (eventId: number, changeId: number): Promise<EventChange> =>
  (await api(refundEventAgain, ofChange(eventId, changeId))).data;
