import { createHash, createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto';

const POOL_BYTES = 16 * 1024;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Random bytes as text. Many bytes are generated together, because on the hot path each call of the generator
 * costs more than its bytes.
 */
function randomText(bytes: number): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const text = pool.toString('base64url', used, used + bytes);
  // Bytes that were given out do not stay in the pool.
  pool.fill(0, used, used + bytes);
  used += bytes;
  return text;
}

/** An unguessable short id, 128 bits, with its prefix: `o_…`, `a_…`, `cl_…`. */
export function newShortId(prefix: 'o' | 'a' | 'cl'): string {
  return `${prefix}_${randomText(16)}`;
}

/** An opaque token of 256 bits for sessions and mailed links, 43 characters. */
export function newToken(): string {
  return randomText(32);
}

/** The hash of a token. Only this hash is stored. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * SHA-256 in hexadecimal letters, for the hot path: memory of its own for each hash, outside of V8's, costs four times
 * as much as the hash.
 */
export const hashText = (text: string): string => hash('sha256', text, 'hex');

/** A key for one purpose, derived from the installation's secret (HMAC-SHA-256). */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(`entrada:${purpose}`).digest('base64url');
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}
