import { HEADERS } from '@entrada/contract/constants';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Reply } from './app.ts';

/** Solves a challenge as a browser does. Returns the value for the header. */
export async function solveProof(text: string): Promise<string> {
  const challenge = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved in time');
  return `${text}.${solution.counter}.${solution.derivedKey}`;
}

/** The headers for repeating a call that was asked for a proof. */
export async function proofHeaders(
  refused: Pick<Reply<unknown>, 'problem'>,
): Promise<Record<string, string>> {
  const challenge = refused.problem.params?.['challenge'];
  if (typeof challenge !== 'string') throw new Error(`No challenge, but ${refused.problem.code}`);
  return { [HEADERS.proof]: await solveProof(challenge) };
}
