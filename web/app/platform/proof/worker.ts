import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** What the page asks: a challenge and the most milliseconds to spend. */
export type ProofWork = { challenge: Challenge; timeoutMs: number };
/** The answer; null where it was not found in time. */
export type ProofAnswer = { counter: number; derivedKey: string } | null;

addEventListener('message', async ({ data }: MessageEvent<ProofWork>) => {
  const { challenge, timeoutMs: timeout } = data;
  postMessage((await solveChallenge({ challenge, deriveKey, timeout })) satisfies ProofAnswer);
});

// What fails above (a browser without the functions needed, as on a page without TLS) reaches the page as an error.
addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
