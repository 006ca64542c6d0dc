import { expect, test } from 'vitest';
import type { ApiErrorCode } from '../../platform/api/error.ts';
import { remedyOf } from './remedy.ts';

test.each<[code: ApiErrorCode | null, file: string, remedy: string]>([
  ['FILE_ENCODING', 'guests.csv', 'encoding'],
  ['FILE_TYPE', 'guests.csv', 'encoding'],
  ['FILE_UNREADABLE', 'guests.csv', 'encoding'],
  ['FILE_UNREADABLE', 'Guests.XLSX', 'other_file'],
  ['FILE_TOO_LARGE', 'guests.csv', 'other_file'],
  ['FILE_EMPTY', 'guests.csv', 'other_file'],
  ['INTERNAL', 'guests.csv', 'again'],
  ['UNAVAILABLE', 'guests.csv', 'again'],
  ['RATE_LIMITED', 'guests.xlsx', 'again'],
  [null, 'guests.csv', 'again'],
])('%s of %s: %s', (code, file, remedy) => {
  expect(remedyOf(code, file)).toBe(remedy);
});
