import { expect, test } from 'vitest';
import { isPastEnd, sellsPastEnd } from './sale-end-note.tsx';

const event = { startsAt: '2027-06-11T16:00:00Z', endsAt: '2027-06-13T21:00:00Z' };

test.each([
  ['no window', [null, null], false],
  ['until the end itself', [null, '2027-06-13T21:00:00Z'], false],
  ['a minute later', [null, '2027-06-13T21:01:00Z'], true],
  ['only from after the end', ['2027-06-14T00:00:00Z', undefined], true],
])('%s', (_, window, isPast) => {
  expect(isPastEnd(window, event)).toBe(isPast);
});

test('an event without an end ends a day after its start', () => {
  const open = { ...event, endsAt: null };
  expect(isPastEnd([null, '2027-06-12T16:00:00Z'], open)).toBe(false);
  expect(isPastEnd([null, '2027-06-12T16:00:01Z'], open)).toBe(true);
});

test.each([
  ['its own window', '2027-06-14T00:00:00Z', null, true],
  ['that of a price', null, '2027-06-14T00:00:00Z', true],
  ['no window', null, '2027-06-13T21:00:00Z', false],
])('a ticket sells past the end by %s', (_, own, ofPrice, isPast) => {
  const window = (saleEndsAt: string | null) => ({ saleStartsAt: null, saleEndsAt });
  expect(sellsPastEnd({ ...window(own), prices: [window(null), window(ofPrice)] }, event)).toBe(isPast);
});
