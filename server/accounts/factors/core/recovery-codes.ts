import { createHmac, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. Ten of 31 signs are 49 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

const newCode = () => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** Ten new codes, as they are shown: `abcde-23456`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Whether a code, without spaces and hyphens, has the form of a recovery code and not of an app's. */
export const isRecoveryCode = (code: string): boolean =>
  code.length === LENGTH && [...code].every((sign) => SIGNS.includes(sign));

/** The hash that is stored. A key of the installation is in it, so that a copy of the database alone reveals no code. */
export const recoveryHash = (code: string, key: Buffer, userId: number): Buffer =>
  createHmac('sha256', key)
    .update(`${userId}:${code.replace(/[\s-]/g, '').toLowerCase()}`)
    .digest();
