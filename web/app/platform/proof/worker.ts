import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** The message from the page: a challenge and the time limit in milliseconds. */
export type ProofWork = { challenge: Challenge; timeoutMs: number };
/** The answer; null if none was found in time. */
export type ProofAnswer = { counter: number; derivedKey: string } | null;

addEventListener('message', async ({ data }: MessageEvent<ProofWork>) => {
  const { challenge, timeoutMs: timeout } = data;
  postMessage((await solveChallenge({ challenge, deriveKey, timeout })) satisfies ProofAnswer);
});

// If the code above throws, the page gets an error. A browser may lack the functions, for example on a page without
// TLS.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
