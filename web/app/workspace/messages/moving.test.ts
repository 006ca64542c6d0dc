import { expect, it } from 'vitest';
import { nextLook } from './moving.ts';

const NOW = Date.parse('2027-05-01T12:00:00Z');

it.each([
  ['sending', '2027-05-01T11:00:00Z', 2_000],
  ['scheduled', '2027-05-01T12:00:30Z', 2_000],
  ['scheduled', '2027-05-01T12:05:00Z', 240_000],
  ['scheduled', '2027-08-01T12:00:00Z', 3_600_000],
  ['scheduled', '2027-05-01T11:00:00Z', 2_000],
  ['draft', null, false],
  ['sent', '2027-05-01T11:00:00Z', false],
  ['stopped', '2027-05-01T11:00:00Z', false],
] as const)('a message that is %s for %s is read again after %s', (status, sendAt, ms) => {
  expect(nextLook({ status, sendAt }, NOW)).toBe(ms);
});
