import { describe, expect, test } from 'vitest';
import { giveBackUntil, type Policy, showPolicy } from './policy.ts';

const policy: Policy = {
  giveBack: 'automatic',
  before: 7,
  unit: 'days',
  percent: 100,
  keepsFees: true,
  startsAt: '2027-06-11T16:00:00.000Z',
  timezone: 'Europe/Madrid',
};
const start = new Date(policy.startsAt);
const until = (change: Partial<Policy>, startsAt = start) =>
  giveBackUntil({ ...policy, ...change }, startsAt).toISOString();

describe('until when something can be given back', () => {
  test('days: through the whole day, in the zone of the event', () => {
    expect(until({ before: 7 })).toBe('2027-06-04T22:00:00.000Z');
    expect(until({ before: 7, timezone: 'America/New_York' })).toBe('2027-06-05T04:00:00.000Z');
    // In Auckland the event begins on the 12th.
    expect(until({ before: 7, timezone: 'Pacific/Auckland' })).toBe('2027-06-05T12:00:00.000Z');
  });

  test('days across a change of the clocks: the midnight of the zone counts, not 24 hours', () => {
    const startsAt = '2027-03-28T18:00:00.000Z';
    expect(until({ before: 1, startsAt }, new Date(startsAt))).toBe('2027-03-27T23:00:00.000Z');
    expect(until({ before: 0, startsAt }, new Date(startsAt))).toBe(startsAt);
    // In Beirut no midnight exists on 28 March 2027: the day begins at one.
    const beirut = { before: 1, startsAt, timezone: 'Asia/Beirut' };
    expect(until(beirut, new Date(startsAt))).toBe('2027-03-27T22:00:00.000Z');
  });

  test('names and passing on have deadlines of their own; an older order was promised neither', () => {
    const moments = { startsAt: start, offeredAt: start };
    const names = { before: 7, unit: 'days' as const, later: true };
    const shown = showPolicy({ ...policy, names, passOn: { before: 0, unit: 'hours' } }, moments);
    expect(shown.names).toEqual({
      until: '2027-06-04T22:00:00.000Z',
      isOver: true,
      unit: 'days',
      later: true,
    });
    expect(shown.passOn).toEqual({ until: policy.startsAt, isOver: true, unit: 'hours' });
    expect(showPolicy(policy, moments)).toMatchObject({ names: null, passOn: null });
  });

  test('hours: exactly so many before the start', () => {
    expect(until({ before: 36, unit: 'hours' })).toBe('2027-06-10T04:00:00.000Z');
    expect(until({ before: 0, unit: 'hours' })).toBe(policy.startsAt);
  });

  test('it counts from the start at the purchase, and is never after the start as it is now', () => {
    expect(until({ before: 7 }, new Date('2027-09-11T16:00:00.000Z'))).toBe('2027-06-04T22:00:00.000Z');
    expect(until({ before: 7 }, new Date('2027-06-01T16:00:00.000Z'))).toBe('2027-06-01T16:00:00.000Z');
  });
});

test('where nothing can be given back there is no date', () => {
  const offeredAt = new Date('2027-06-04T21:59:59.999Z');
  const at = { startsAt: start, offeredAt };
  expect(showPolicy({ ...policy, giveBack: 'none' }, at)).toMatchObject({ until: null, isOver: false });
  expect(showPolicy(policy, { ...at, offeredAt: new Date('2027-06-04T22:00:00.000Z') }).isOver).toBe(true);
  expect(showPolicy(policy, at)).toEqual({
    giveBack: 'automatic',
    names: null,
    passOn: null,
    until: '2027-06-04T22:00:00.000Z',
    isOver: false,
    unit: 'days',
    percent: 100,
    keepsFees: true,
  });
});
