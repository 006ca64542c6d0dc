import { COPY_PARTS } from '@entrada/contract/catalog/lifecycle';
import { expect, test } from 'vitest';
import { canCopy, duplicateValues, movedEnd, withPart } from './values.ts';

const event = {
  startsAt: '2027-03-20T20:00:00.000Z',
  endsAt: '2027-03-20T23:30:00.000Z',
  timezone: 'Europe/Madrid',
};
const at = (now: string) => duplicateValues(event, { title: 'Copy of Luz', now: new Date(now) });

test('a copy begins a week later at the same time on the clock, also over a change of clocks', () => {
  expect(at('2027-01-01T00:00:00Z')).toMatchObject({
    title: 'Copy of Luz',
    startsAt: '2027-03-27T21:00',
    endsAt: '2027-03-28T00:30',
  });
  // Three weeks after the event is the first such weekday in the future. It falls in summer time.
  expect(at('2027-04-09T12:00:00Z').startsAt).toBe('2027-04-10T21:00');
});

test('a title that is too long is cut', () => {
  const values = duplicateValues(event, { title: 'x'.repeat(400), now: new Date('2027-01-01T00:00:00Z') });
  expect(values.title).toHaveLength(150);
});

test('without the tickets goes what is about them, and it stays off when they come back', () => {
  const all = at('2027-01-01T00:00:00Z').copy;
  expect(Object.values(all)).toEqual(COPY_PARTS.map(() => true));
  const without = withPart(all, 'tickets', false);
  expect(COPY_PARTS.filter((part) => without[part])).toEqual([
    'questions',
    'affiliates',
    'settings',
    'images',
  ]);
  expect(canCopy(without, 'capacity')).toBe(false);
  expect(canCopy(without, 'questions')).toBe(true);
  expect(withPart(without, 'tickets', true).capacity).toBe(false);
});

test('the end follows the start, as long as there is one', () => {
  const values = at('2027-01-01T00:00:00Z');
  expect(movedEnd(values, '2027-08-01T18:00', 'Europe/Madrid')).toBe('2027-08-01T21:30');
  expect(movedEnd({ ...values, endsAt: '' }, '2027-08-01T18:00', 'Europe/Madrid')).toBe('');
  expect(movedEnd(values, '', 'Europe/Madrid')).toBe(values.endsAt);
});
