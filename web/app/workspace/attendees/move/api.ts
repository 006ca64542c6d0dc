import type { InputOf } from '@entrada/contract/endpoint';
import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import { type MoveQuote, moveAttendee, quoteMove } from '@entrada/contract/sales/moves/to-another-ticket';
import { api } from '../../../platform/api/client.ts';

export type MoveBody = InputOf<typeof moveAttendee>['body'];

type Of = { eventId: number; attendeeId: number };

const paramsOf = ({ eventId, attendeeId }: Of) => ({
  params: { eventId: String(eventId), attendeeId: String(attendeeId) },
});

export const loadQuote = async (of: Of, signal?: AbortSignal): Promise<MoveQuote> =>
  (await api(quoteMove, paramsOf(of), { signal })).data;

/** Moves an attendee. Sending the same key again moves once. */
export const sendMove = async (of: Of, body: MoveBody, idempotencyKey: string): Promise<AttendeeDetail> =>
  (await api(moveAttendee, { ...paramsOf(of), body }, { idempotencyKey })).data;
