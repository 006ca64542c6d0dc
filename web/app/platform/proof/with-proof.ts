import { HEADERS } from '@entrada/contract/constants';
import { ApiError } from '../api/error.ts';

/** Ends the check that is under way; null when there is none. */
export type CancelCheck = (() => void) | null;

/** A first proof may be overtaken by others on the same network who made it too small. */
const ROUNDS = 3;

/**
 * Makes a call and, where the server asks for proof of work, does the work and makes it again. `onCheck` is told when
 * the work begins, with how to end it, and with null when it has ended. Browser only.
 */
export async function withProof<T>(
  call: (headers: Record<string, string>) => Promise<T>,
  onCheck: (cancel: CancelCheck) => void,
): Promise<T> {
  let headers: Record<string, string> = {};
  for (let round = 1; ; round += 1) {
    try {
      return await call(headers);
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge === null || round === ROUNDS) throw error;
      headers = { [HEADERS.proof]: await prove(challenge, onCheck) };
    }
  }
}

/** Solves a challenge; the worker and all that it needs is loaded only now. */
export async function prove(challenge: string, onCheck: (cancel: CancelCheck) => void): Promise<string> {
  const given = new AbortController();
  const { signal } = given;
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError({ status: 0, code: 'ABORTED' })));
  });
  const work = async () => {
    const { solveProof } = await import('./proof.ts');
    signal.throwIfAborted();
    return solveProof(challenge, signal);
  };
  onCheck(() => given.abort());
  try {
    return await Promise.race([work(), givenUp]);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError({ status: 0, code: navigator.onLine ? 'NETWORK' : 'OFFLINE' });
  } finally {
    onCheck(null);
  }
}

/** The challenge that came with a refusal, where it asks for proof. */
export function challengeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'PROOF_REQUIRED') return null;
  const { challenge } = error.params;
  return typeof challenge === 'string' ? challenge : null;
}
