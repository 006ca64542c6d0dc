import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failFields } from '../platform/errors.ts';

/** So many bytes of a hash stand for a password in the list. Another password has the same ones once in 60 million. */
export const BYTES = 5;

/** The first bytes of a password's hash. Upper and lower case are the same. */
export const markOf = (password: string): Buffer =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().subarray(0, BYTES);

let list: Buffer | null = null;

/** The marks in ascending order, read once. docs/decisions/029 names the source. */
const readList = (): Buffer => {
  list ??= readFileSync(join(import.meta.dirname, 'breached-passwords.bin'));
  return list;
};

/** Whether a password is among those that were found in breaches and are tried first by whoever guesses. */
export function isBreached(password: string): boolean {
  const marks = readList();
  const wanted = markOf(password);
  let [from, to] = [0, marks.length / BYTES];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = wanted.compare(marks, middle * BYTES, (middle + 1) * BYTES);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}

/** Refuses a password that is known from breaches: VALIDATION_FAILED for the field `password`. */
export function expectUnbreached(password: string): void {
  if (isBreached(password)) throw failFields([{ path: 'password', code: 'breached_password' }]);
}
