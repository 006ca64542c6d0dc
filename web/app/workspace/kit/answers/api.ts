import type { InputOf } from '@entrada/contract/endpoint';
import {
  getAttendeeAnswers,
  getOrderAnswers,
  type HeldAnswers,
  updateAttendeeAnswers,
  updateOrderAnswers,
} from '@entrada/contract/sales/order-answers';
import { api } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';

export type AnswersBody = InputOf<typeof updateOrderAnswers>['body'];

/** Whose answers to load or change: those of an order, or of one of its attendees. */
export type AnswersOf = { eventId: number; orderId: number; attendeeId: number | null };

const orderParams = ({ eventId, orderId }: Omit<AnswersOf, 'attendeeId'>) => ({
  params: { eventId: String(eventId), orderId: String(orderId) },
});
const attendeeParams = (eventId: number, attendeeId: number) => ({
  params: { eventId: String(eventId), attendeeId: String(attendeeId) },
});

/**
 * Loads the answers of an order, then the answers of each of its attendees. The list is empty until the tickets are
 * issued.
 */
export const loadOrderAnswers = async (
  of: Omit<AnswersOf, 'attendeeId'>,
  signal?: AbortSignal,
): Promise<HeldAnswers[]> => (await api(getOrderAnswers, orderParams(of), { signal })).data;

export async function loadAnswers({ eventId, orderId, attendeeId }: AnswersOf): Promise<HeldAnswers> {
  if (attendeeId !== null) return (await api(getAttendeeAnswers, attendeeParams(eventId, attendeeId))).data;
  const [own] = await loadOrderAnswers({ eventId, orderId });
  if (!own) throw new ApiError({ status: 404, code: 'NOT_FOUND' });
  return own;
}

export async function saveAnswers(
  { eventId, orderId, attendeeId }: AnswersOf,
  body: AnswersBody,
): Promise<HeldAnswers> {
  if (attendeeId === null) {
    return (await api(updateOrderAnswers, { ...orderParams({ eventId, orderId }), body })).data;
  }
  return (await api(updateAttendeeAnswers, { ...attendeeParams(eventId, attendeeId), body })).data;
}
