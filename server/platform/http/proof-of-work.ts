import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as derive } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { deriveKey } from '../secrets.ts';

/** What a proof may be asked for. A proof for another purpose is not accepted. */
export type ProofPurpose = 'reserve' | 'register' | 'payment' | 'details' | 'find_tickets' | 'door';

export type Proofs = {
  /**
   * A signed challenge for one caller, as compact text. `weight` is the number of calls beyond the caller's
   * limit. The work doubles with every ten of them, up to eight times the least.
   */
  challenge: (purpose: ProofPurpose, address: string, weight: number) => Promise<string>;
  /**
   * Whether the header holds the solution of a live challenge of this installation for this purpose and
   * caller. This process accepts each challenge at most once. Another process with the same secret would
   * accept it once more.
   */
  accept: (header: string | undefined, purpose: ProofPurpose, address: string) => Promise<boolean>;
};

/**
 * PBKDF2/SHA-256, because browsers run it natively and a faster solver gains little. One try costs a server
 * thread about a millisecond. The answer is equally likely everywhere below a maximum, so nobody waits more
 * than twice the mean. The mean is 320 tries of 5,000 rounds: 0.3 s on a desktop and an estimated second on
 * an average phone.
 */
const ALGORITHM = 'PBKDF2/SHA-256';
const ROUNDS = 5000;
const TRIES = 640;
const MAX_FACTOR = 8;
const CALLS_TO_DOUBLE = 10;
const LIVES_SECONDS = 300;
const MAX_HEADER = 2000;
const SWEEP_EVERY = 500;

const challengeSchema = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal(ALGORITHM),
    nonce: z.string(),
    salt: z.string(),
    cost: z.literal(ROUNDS),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.number(),
    data: z.strictObject({ for: z.string() }),
  }),
  signature: z.string(),
});

/** How many times the least work a challenge costs. */
export const proofFactor = (weight: number) =>
  Math.min(MAX_FACTOR, 2 ** Math.floor(Math.max(0, weight) / CALLS_TO_DOUBLE));

function readChallenge(text: string): Challenge | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const { data } = challengeSchema.safeParse(read);
    return data ?? null;
  } catch {
    return null;
  }
}

/**
 * Makes and accepts proofs of work. Keys derived from the installation's secret sign them. Used proofs are
 * remembered.
 */
export function createProofs(secret: string, clock: Clock): Proofs {
  const signing = deriveKey(secret, 'proof');
  const keySigning = deriveKey(secret, 'proof-key');
  const binding = deriveKey(secret, 'proof-address');
  const used = new Map<string, number>();
  const seconds = () => clock.now().getTime() / 1000;
  const boundTo = (purpose: ProofPurpose, address: string) =>
    createHmac('sha256', binding).update(`${purpose} ${address}`).digest('base64url').slice(0, 22);
  let sinceSweep = 0;
  const remember = (signature: string, until: number) => {
    used.set(signature, until);
    sinceSweep += 1;
    if (sinceSweep < SWEEP_EVERY) return;
    sinceSweep = 0;
    for (const [known, end] of used) if (end < seconds()) used.delete(known);
  };
  return {
    challenge: async (purpose, address, weight) => {
      const made = await createChallenge({
        algorithm: ALGORITHM,
        cost: ROUNDS,
        counter: randomInt(TRIES * proofFactor(weight)),
        deriveKey: derive,
        expiresAt: Math.floor(seconds()) + LIVES_SECONDS,
        data: { for: boundTo(purpose, address) },
        hmacSignatureSecret: signing,
        hmacKeySignatureSecret: keySigning,
      });
      return Buffer.from(JSON.stringify(made)).toString('base64url');
    },
    accept: async (header, purpose, address) => {
      if (header === undefined || header.length > MAX_HEADER) return false;
      const [text = '', counter = '', derivedKey = '', ...more] = header.split('.');
      const challenge = more.length === 0 && /^\d{1,9}$/.test(counter) ? readChallenge(text) : null;
      if (!challenge?.signature) return false;
      const { expiresAt = 0, data } = challenge.parameters;
      if (expiresAt < seconds() || data?.['for'] !== boundTo(purpose, address)) return false;
      const { verified } = await verifySolution({
        challenge,
        solution: { counter: Number(counter), derivedKey },
        deriveKey: derive,
        hmacSignatureSecret: signing,
        hmacKeySignatureSecret: keySigning,
      });
      // The look-up and the entry happen without a pause between them. Otherwise two simultaneous requests
      // would both pass.
      if (!verified || used.has(challenge.signature)) return false;
      remember(challenge.signature, expiresAt);
      return true;
    },
  };
}
