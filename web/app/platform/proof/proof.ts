import type { Challenge } from 'altcha-lib';
import { ApiError } from '../api/error.ts';
import type { ProofAnswer, ProofWork } from './worker.ts';

const TIMEOUT_MS = 60_000;

/**
 * Solves a challenge in a worker. Answers the header for the repeated call. Throws an `ApiError`: ABORTED if the
 * visitor cancelled, PROOF_FAILED if the browser cannot solve it or needs more than a minute.
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
    // The worker has its own time limit. This one also works if the worker never starts.
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
