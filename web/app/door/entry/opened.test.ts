import { expect, test } from 'vitest';
import { door } from '../offline/device-fixture.ts';
import { opened } from './opened.ts';

const at = (hour: number) => `2027-06-11T${hour}:00:00.000Z`;
const list = { ...door, activatesAt: at(18), expiresAt: at(23) };

test.each([
  ['not_active', 17, 'not_active'],
  ['not_active', 18, 'active'],
  ['not_active', 23, 'not_active'],
  // By a clock that may be wrong, nothing closes.
  ['active', 23, 'active'],
  ['expired', 20, 'expired'],
  ['closed', 20, 'closed'],
] as const)('without a connection a list that was %s is at %i h %s', (state, hour, expected) => {
  expect(opened({ ...list, state }, new Date(at(hour))).state).toBe(expected);
});
