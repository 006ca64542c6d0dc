import { expect, it } from 'vitest';
import { availabilityIn } from './availability.ts';

it.each([
  [null, 'on_sale', 'on_sale'],
  ['2027-05-01T08:00:00Z', 'on_sale', 'ended'],
  ['2027-05-01T08:00:00Z', 'not_started', 'ended'],
  ['2027-05-01T08:00:00Z', 'sold_out', 'ended'],
  ['2027-05-01T08:00:00Z', 'hidden', 'hidden'],
] as const)('called off at %s, a ticket that is %s counts as %s', (calledOffAt, availability, shown) => {
  expect(availabilityIn({ calledOffAt }, { availability })).toBe(shown);
});
