import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createSlots } from '../platform/slots.ts';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Each hash takes 19 MiB and a core. Only a few run together and a short queue waits. Further calls get 503,
 * so that logins cannot overload the server. Node has four threads for hashes, files and names of hosts: one
 * is left to the others.
 */
const slots = createSlots({ atOnce: 3, maxWaiting: 32 });

type Parameters = { memory: number; passes: number; parallelism: number; tagLength: number };

const derive = (password: string, nonce: Buffer, cost: Parameters) =>
  new Promise<Buffer>((done, refuse) => {
    argon2('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }, (error, tag) => {
      if (error) refuse(error);
      else done(tag);
    });
  });

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Hashes a password as a PHC string. Throws UNAVAILABLE if too many hashings wait. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await slots.run(() => derive(password, nonce, COST));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

/**
 * Whether the password fits the hash. Without a hash (an unknown user) it does the same work and returns
 * false, so that the duration reveals nothing. Throws UNAVAILABLE if too many hashings wait.
 */
export async function passwordFits(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', wanted = ''] = PHC.exec(hash ?? '') ?? [];
  if (!memory) {
    await slots.run(() => derive(password, randomBytes(16), COST));
    return false;
  }
  const expected = Buffer.from(wanted, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const tag = await slots.run(() => derive(password, Buffer.from(salt, 'base64'), cost));
  return timingSafeEqual(tag, expected);
}
