import { expect, test } from 'vitest';
import { isOnSale, saleEndOf, standingOf } from './standing.ts';

const at = (hour: number) => new Date(Date.UTC(2027, 5, 11, hour));
const event = { calledOffAt: null, effectiveEnd: at(20), status: 'public' } as const;

test.each([
  ['before its end', event, at(19), 'planned', true],
  ['at its end', event, at(20), 'over', false],
  ['called off', { ...event, calledOffAt: at(2) }, at(19), 'called_off', false],
  ['called off, read after its date', { ...event, calledOffAt: at(2) }, at(23), 'called_off', false],
  [
    'called off and archived',
    { ...event, calledOffAt: at(2), status: 'archived' },
    at(19),
    'called_off',
    false,
  ],
  ['only archived', { ...event, status: 'archived' }, at(19), 'planned', false],
  ['a draft', { ...event, status: 'draft' }, at(19), 'planned', false],
] as const)('an event %s', (_, facts, now, standing, onSale) => {
  expect(standingOf(facts, now)).toBe(standing);
  expect(isOnSale(facts, now)).toBe(onSale);
});

test('sales end with the event, or at once if it is called off', () => {
  expect(saleEndOf(event, at(10))).toEqual(at(20));
  expect(saleEndOf({ ...event, calledOffAt: at(2) }, at(10))).toEqual(at(10));
});
