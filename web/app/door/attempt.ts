import { checkIn, checkInOrder, type Direction, undoCheckIn } from '@entrada/contract/door/check-in';
import type { OutputOf } from '@entrada/contract/endpoint';
import { ApiError } from '../platform/api/error.ts';
import { deviceId, doorApi } from './api.ts';

export type Answer = OutputOf<typeof checkIn>['data'];
export type Undone = OutputOf<typeof undoCheckIn>['data'];
export type OrderAnswer = OutputOf<typeof checkInOrder>['data'];

type Subject = { method: 'scan'; code: string } | { method: 'search'; reference: string };

type Stamp = { nonce: string; scannedAt: string };

/** One attempt to check somebody in or out. A retry keeps its nonce, so the attempt counts once. */
export type Attempt = Subject & Stamp & { direction: Direction };
/** Takes the last entry back, or the last exit. */
export type UndoAttempt = Stamp & { reference: string; of: Direction };
/** Lets in the rest of the order of a ticket. */
export type OrderAttempt = Subject & Stamp;

/**
 * The maximum length that the API accepts. Anything longer is not one of our codes; it is cut and refused as
 * unknown.
 */
const codeLength = 512;
const timeoutMs = 8_000;
const busyRetries = 4;

export function newAttempt(subject: Subject, direction: Direction = 'in'): Attempt {
  return subject.method === 'scan'
    ? { ...subject, code: subject.code.slice(0, codeLength), direction, ...newStamp() }
    : { ...subject, direction, ...newStamp() };
}

export const newUndo = (reference: string, of: Direction = 'in'): UndoAttempt => ({
  reference,
  of,
  ...newStamp(),
});

/** The rest of the order of a ticket that was checked in. */
export function newOrderAttempt({ direction, nonce, scannedAt, ...subject }: Attempt): OrderAttempt {
  return { ...subject, ...newStamp() };
}

export const newStamp = (): Stamp => ({ nonce: newNonce(), scannedAt: new Date().toISOString() });

/** 24 random characters of the URL alphabet. */
function newNonce(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => alphabet.charAt(byte % 64)).join('');
}

/** Sends an attempt to the API. A refusal is a normal answer. Throws `ApiError` if there was no answer. */
export async function sendAttempt(listShortId: string, device: string, attempt: Attempt): Promise<Answer> {
  const body = { ...attempt, device, deviceId: deviceId() };
  const { data } = await patiently((signal) =>
    doorApi(checkIn, { params: { listShortId }, body }, { signal }),
  );
  return data;
}

/** Lets in the rest of an order. Throws `ApiError` if there was no answer. */
export async function sendOrder(
  listShortId: string,
  device: string,
  attempt: OrderAttempt,
): Promise<OrderAnswer> {
  const body = { ...attempt, device, deviceId: deviceId() };
  const { data } = await patiently((signal) =>
    doorApi(checkInOrder, { params: { listShortId }, body }, { signal }),
  );
  return data;
}

/** Takes an entry or exit back. Throws `ApiError`. */
export async function sendUndo(listShortId: string, device: string, undo: UndoAttempt): Promise<Undone> {
  const { reference, ...stamp } = undo;
  const { data } = await patiently((signal) =>
    doorApi(
      undoCheckIn,
      { params: { listShortId, reference }, body: { ...stamp, device, deviceId: deviceId() } },
      { signal },
    ),
  );
  return data;
}

/**
 * Stops a call that gets no answer in time (NETWORK). Retries while another request with the same attempt is in
 * progress (IDEMPOTENCY_IN_PROGRESS).
 */
async function patiently<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await call(AbortSignal.timeout(timeoutMs));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'ABORTED') throw new ApiError({ status: 0, code: 'NETWORK' });
      if (error.code !== 'IDEMPOTENCY_IN_PROGRESS' || tried >= busyRetries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * (tried + 1)));
    }
  }
}

/** Whether a call failed because of the connection, so that the same call may work later. */
export function isConnectionError(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)
  );
}
