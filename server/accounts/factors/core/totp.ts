import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a code is shown. */
export const STEP_SECONDS = 30;
const DIGITS = 6;
/** Codes of the step before and after are accepted: for somebody who types slowly, or a clock that is 30 seconds off. */
const NEAR = 1;
/** A code of a step this far away is no guess but comes from a clock that is wrong. */
const FAR = 10;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret, 160 bits as RFC 4226 advises. */
export const newSecret = (): Buffer => randomBytes(20);

/** The step of a moment in seconds. */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

/** The code of one step, by RFC 6238 with SHA-1 and six digits, which every app knows. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The lengths are compared in bytes: six characters may be more bytes than six digits. */
function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export type CodeJudgement =
  | { ok: true; step: number }
  | { ok: false; code: 'WRONG_CODE' | 'CODE_USED' }
  /** `burned`: the step that must never be accepted later, because its code has been shown. */
  | { ok: false; code: 'CLOCK_WRONG'; burned: number };

/**
 * Judges a typed code at a step. `lastStep` is the last accepted one: neither it nor an earlier one works again.
 */
export function judgeCode(
  typed: string,
  factor: { secret: Buffer; lastStep: number; burnedStep: number },
  now: number,
): CodeJudgement {
  let found: number | null = null;
  // Every step is compared, so that the duration says nothing about the code.
  for (let distance = FAR; distance >= 0; distance -= 1)
    for (const step of distance === 0 ? [now] : [now + distance, now - distance])
      if (isSame(codeAt(factor.secret, step), typed)) found = step;
  if (found === null) return { ok: false, code: 'WRONG_CODE' };
  if (found === factor.burnedStep) return { ok: false, code: 'WRONG_CODE' };
  if (Math.abs(found - now) > NEAR) return { ok: false, code: 'CLOCK_WRONG', burned: found };
  return found <= factor.lastStep ? { ok: false, code: 'CODE_USED' } : { ok: true, step: found };
}

/** The secret as people type it into an app. */
export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => ALPHABET[Number.parseInt(part.padEnd(5, '0'), 2)])
    .join('');
}

/** The address in the square code. Apps show the issuer and the email address. */
export function keyUri(secret: Buffer, { email, issuer }: { email: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const search = new URLSearchParams({
    secret: toBase32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  });
  // Some apps show a plus sign where a space is meant.
  return `otpauth://totp/${label}?${search.toString().replaceAll('+', '%20')}`;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a secret for the database with a key of 32 bytes (AES-256-GCM). `owner` is bound to it: it opens for nobody else. */
export function seal(secret: Buffer, key: Buffer, owner: number): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(String(owner)));
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Opens a sealed secret. Throws if the key or the owner is another one. */
export function unseal(sealed: Buffer, key: Buffer, owner: number): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(String(owner)))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
