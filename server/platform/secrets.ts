import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** An unguessable short id, 128 bits, with its prefix: `o_…`, `a_…`, `cl_…`. */
export function newShortId(prefix: 'o' | 'a' | 'cl'): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

/** An opaque token of 256 bits for sessions and mailed links, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A key for one purpose, derived from the installation's secret (HMAC-SHA-256). */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(`entrada:${purpose}`).digest('base64url');
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}
