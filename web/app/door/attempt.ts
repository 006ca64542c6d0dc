import { checkIn, undoCheckIn, type Verdict } from '@entrada/contract/door/check-in';
import type { OutputOf } from '@entrada/contract/endpoint';
import { api } from '../platform/api/client.ts';
import { ApiError } from '../platform/api/error.ts';

export type Answer = OutputOf<typeof checkIn>['data'];
type Undone = OutputOf<typeof undoCheckIn>['data'];

type Subject = { method: 'scan'; code: string } | { method: 'search'; reference: string };

/** One attempt to check somebody in. A retry keeps its nonce, so the attempt counts once. */
export type Attempt = Subject & { nonce: string; scannedAt: string };
export type UndoAttempt = { reference: string; nonce: string; scannedAt: string };

/**
 * The maximum length that the API accepts. Anything longer is not one of our codes; it is cut and refused as
 * unknown.
 */
const codeLength = 512;
const timeoutMs = 8_000;
const busyRetries = 4;

export function newAttempt(subject: Subject): Attempt {
  const stamp = { nonce: newNonce(), scannedAt: new Date().toISOString() };
  return subject.method === 'scan'
    ? { ...subject, code: subject.code.slice(0, codeLength), ...stamp }
    : { ...subject, ...stamp };
}

export function newUndo(reference: string): UndoAttempt {
  return { reference, nonce: newNonce(), scannedAt: new Date().toISOString() };
}

/** 24 random characters of the URL alphabet. */
function newNonce(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => alphabet.charAt(byte % 64)).join('');
}

/** Sends an attempt to the API. A refusal is a normal answer. Throws `ApiError` if there was no answer. */
export async function sendAttempt(listShortId: string, device: string, attempt: Attempt): Promise<Answer> {
  const body = { ...attempt, device };
  const { data } = await patiently((signal) => api(checkIn, { params: { listShortId }, body }, { signal }));
  return data;
}

/** Undoes a check-in. Throws `ApiError`. */
export async function sendUndo(listShortId: string, device: string, undo: UndoAttempt): Promise<Undone> {
  const { reference, ...stamp } = undo;
  const { data } = await patiently((signal) =>
    api(undoCheckIn, { params: { listShortId, reference }, body: { ...stamp, device } }, { signal }),
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

export type Tone = 'ok' | 'attn' | 'bad';

export function toneOf(verdict: Verdict): Tone {
  if (verdict === 'admitted' || verdict === 'checked_out') return 'ok';
  if (verdict === 'already_in' || verdict === 'not_inside') return 'attn';
  return verdict === 'just_scanned' || verdict === 'unreadable' ? 'attn' : 'bad';
}
