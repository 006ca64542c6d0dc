import { expect, test } from 'vitest';
import { usualTicketDates } from './ticket-dates.ts';

test.each([
  ['the same way by the same', 7, 7, 'move'],
  ['later, and longer', 7, 8, 'move'],
  ['later, and shorter', 7, 6, 'move'],
  ['earlier, and longer', -7, -1, 'move'],
  ['a start without an end', 7, null, 'move'],
  ['longer at its end', 0, 1, 'keep'],
  ['longer at its start', -1, 0, 'keep'],
  ['longer at both', -1, 1, 'keep'],
  ['shorter at both', 1, -1, 'keep'],
] as const)('%s', (_, startBy, endBy, expected) => {
  expect(usualTicketDates({ startBy, endBy })).toBe(expected);
});
