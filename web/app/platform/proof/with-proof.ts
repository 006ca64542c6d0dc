import { HEADERS } from '@entrada/contract/constants';
import { ApiError } from '../api/error.ts';

/** Cancels the check in progress; null if there is none. */
export type CancelCheck = (() => void) | null;

/**
 * Others on the same network may make the next challenge harder before a proof arrives. Then the proof is too
 * small, and another one is needed.
 */
const ROUNDS = 3;

/**
 * Makes a call. If the server asks for proof of work, it does the work and makes the call again. `onCheck` gets a
 * function that cancels the work when the work starts, and null when it has ended. Browser only.
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

/** Solves a challenge. The worker and everything that it needs are loaded only now. */
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

/** The challenge in a refusal; null if the refusal does not ask for proof. */
export function challengeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'PROOF_REQUIRED') return null;
  const { challenge } = error.params;
  return typeof challenge === 'string' ? challenge : null;
}
