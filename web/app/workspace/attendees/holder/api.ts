import type { InputOf } from '@entrada/contract/endpoint';
import {
  type AttendeeDetail,
  getAttendee,
  passOnTicket,
  reissueCode,
  updateAttendee,
} from '@entrada/contract/sales/holders';
import { getAttendeeAnswers, type HeldAnswers } from '@entrada/contract/sales/order-answers';
import { api } from '../../../platform/api/client.ts';
import { keys, touchedByOrders } from '../../kit/data/keys.ts';

export type CorrectionBody = InputOf<typeof updateAttendee>['body'];
export type PassOnBody = InputOf<typeof passOnTicket>['body'];

/** An attendee with the answers given for the ticket. */
export type HolderView = { attendee: AttendeeDetail; answers: HeldAnswers };

type Of = { eventId: number; attendeeId: number };

const paramsOf = ({ eventId, attendeeId }: Of) => ({
  params: { eventId: String(eventId), attendeeId: String(attendeeId) },
});

export const loadAttendee = async (of: Of, signal?: AbortSignal): Promise<AttendeeDetail> =>
  (await api(getAttendee, paramsOf(of), { signal })).data;

export async function loadHolder(of: Of, signal: AbortSignal): Promise<HolderView> {
  const [attendee, answers] = await Promise.all([
    loadAttendee(of, signal),
    api(getAttendeeAnswers, paramsOf(of), { signal }),
  ]);
  return { attendee, answers: answers.data };
}

export const saveAttendee = async (of: Of, body: CorrectionBody): Promise<AttendeeDetail> =>
  (await api(updateAttendee, { ...paramsOf(of), body })).data;

/** Passes a ticket on. Sending the same key again passes it on once. */
export const sendPassOn = async (of: Of, body: PassOnBody, idempotencyKey: string): Promise<AttendeeDetail> =>
  (await api(passOnTicket, { ...paramsOf(of), body }, { idempotencyKey })).data;

export const sendReissue = async (
  of: Of & { version: number },
  { sendTicket, idempotencyKey }: { sendTicket: boolean; idempotencyKey: string },
): Promise<AttendeeDetail> =>
  (await api(reissueCode, { ...paramsOf(of), body: { version: of.version, sendTicket } }, { idempotencyKey }))
    .data;

/** The queries to read again after the data or the code of an attendee changed. */
export const touchedByHolders = (eventId: number, orderId: number) => [
  keys.order(eventId, orderId),
  ...touchedByOrders(eventId),
];
