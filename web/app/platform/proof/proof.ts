import type { Challenge } from 'altcha-lib';
import { ApiError } from '../api/error.ts';
import type { ProofAnswer, ProofWork } from './worker.ts';

const TIMEOUT_MS = 60_000;

/**
 * Solves a challenge in a worker and answers the header that goes with the repeated call. Throws an `ApiError`: ABORTED
 * where the visitor gave up, PROOF_FAILED where the browser cannot or a minute was not enough.
 */
export function solveProof(challenge: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    const fail = (code: 'ABORTED' | 'PROOF_FAILED') => end(() => reject(new ApiError({ status: 0, code })));
    // The worker has a limit too; this one also holds where it never starts.
    const timer = setTimeout(() => fail('PROOF_FAILED'), TIMEOUT_MS);
    signal.addEventListener('abort', () => fail('ABORTED'), { once: true });
    worker.addEventListener('error', () => fail('PROOF_FAILED'));
    worker.addEventListener('message', ({ data }: MessageEvent<ProofAnswer>) => {
      if (data) end(() => resolve(`${challenge}.${data.counter}.${data.derivedKey}`));
      else fail('PROOF_FAILED');
    });
    try {
      const work: ProofWork = { challenge: readChallenge(challenge), timeoutMs: TIMEOUT_MS };
      worker.postMessage(work);
    } catch {
      fail('PROOF_FAILED');
    }
  });
}

function readChallenge(text: string): Challenge {
  return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) as Challenge;
}
