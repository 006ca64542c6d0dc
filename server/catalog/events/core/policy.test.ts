import {
  type GiveBackStep,
  giveBackSteps,
  organizerSteps,
} from '@entrada/contract/catalog/policies/give-back';
import { HUNDRED_PERCENT, parseRate } from '@entrada/contract/rates';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadlineOf, findEmptyStep, type Policy, showPolicy, stepAt, stepEnds } from './policy.ts';

const days = (before: number, percent = '100', more: Partial<GiveBackStep> = {}): GiveBackStep => ({
  until: { unit: 'days', before },
  percent,
  keepsFees: true,
  way: 'automatic',
  ...more,
});
const hours = (before: number, percent = '100') => days(0, percent, { until: { unit: 'hours', before } });
const date = (day: string, percent = '100') => days(0, percent, { until: { unit: 'date', day } });

const policy: Policy = {
  steps: [days(7)],
  startsAt: '2027-06-11T16:00:00.000Z',
  timezone: 'Europe/Madrid',
};
const start = new Date(policy.startsAt);
/** The ends of steps. `now`: the start of the event as it is now. */
const endsOf = (steps: GiveBackStep[], change: Partial<Policy> = {}, now?: string) => {
  const kept = { ...policy, ...change, steps };
  return stepEnds(kept, new Date(now ?? kept.startsAt)).map((end) => new Date(end).toISOString());
};

describe('until when something can be given back', () => {
  test.each([
    ['days: through the whole day, where the event is', days(7), {}, '2027-06-04T22:00:00.000Z'],
    ['days in New York', days(7), { timezone: 'America/New_York' }, '2027-06-05T04:00:00.000Z'],
    // In Auckland the event begins on the 12th.
    ['days in Auckland', days(7), { timezone: 'Pacific/Auckland' }, '2027-06-05T12:00:00.000Z'],
    ['hours: exactly so many', hours(36), {}, '2027-06-10T04:00:00.000Z'],
    ['a date: through the whole day', date('2027-05-11'), {}, '2027-05-11T22:00:00.000Z'],
    ['never after the start: the day itself', days(0), {}, policy.startsAt],
    ['never after the start: a later date', date('2027-07-01'), {}, policy.startsAt],
  ])('%s', (_name, step, change, expected) => {
    expect(endsOf([step], change)).toEqual([expected]);
  });

  test('across a change of the clocks the midnight of the zone counts, not 24 hours', () => {
    const startsAt = '2027-03-28T18:00:00.000Z';
    expect(endsOf([days(1)], { startsAt })).toEqual(['2027-03-27T23:00:00.000Z']);
    expect(endsOf([date('2027-03-27')], { startsAt })).toEqual(['2027-03-27T23:00:00.000Z']);
    // In Beirut no midnight exists on 28 March 2027: the day begins at one.
    expect(endsOf([days(1)], { startsAt, timezone: 'Asia/Beirut' })).toEqual(['2027-03-27T22:00:00.000Z']);
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
    // They end with the start, however early it is, and move with it.
    const at = (now: string) => deadlineOf(policy, { unit: 'days', before: 7 }, new Date(now)).toISOString();
    expect(at('2027-06-01T16:00:00.000Z')).toBe('2027-06-01T16:00:00.000Z');
    expect(at('2027-09-11T16:00:00.000Z')).toBe('2027-09-04T22:00:00.000Z');
  });
});

describe('several steps', () => {
  const drawn = [days(31), days(7, '50')];
  test('each begins where the one before it ends, and nothing follows the last', () => {
    const kept = { ...policy, steps: drawn };
    const shareAt = (at: string) => stepAt(kept, start, new Date(at))?.percent ?? null;
    expect(endsOf(drawn)).toEqual(['2027-05-11T22:00:00.000Z', '2027-06-04T22:00:00.000Z']);
    expect(shareAt('2026-11-21T00:00:00.000Z')).toBe('100');
    expect(shareAt('2027-05-11T21:59:59.999Z')).toBe('100');
    expect(shareAt('2027-05-11T22:00:00.000Z')).toBe('50');
    expect(shareAt('2027-06-04T21:59:59.999Z')).toBe('50');
    expect(shareAt('2027-06-04T22:00:00.000Z')).toBeNull();
  });

  test('as buyers read them', () => {
    const at = (offeredAt: string) =>
      showPolicy({ ...policy, steps: drawn }, { startsAt: start, offeredAt: new Date(offeredAt) });
    expect(at('2027-05-12T00:00:00.000Z')).toEqual({
      steps: [
        {
          until: '2027-05-11T22:00:00.000Z',
          isDay: true,
          percent: '100',
          keepsFees: true,
          way: 'automatic',
        },
        { until: '2027-06-04T22:00:00.000Z', isDay: true, percent: '50', keepsFees: true, way: 'automatic' },
      ],
      present: 1,
      names: null,
      passOn: null,
    });
    expect(at('2027-06-05T00:00:00.000Z').present).toBeNull();
    expect(showPolicy({ ...policy, steps: [] }, { startsAt: start, offeredAt: start })).toMatchObject({
      steps: [],
      present: null,
    });
  });

  test('a step that no moment belongs to is refused for an event, and left out after it moved', () => {
    const where = { startsAt: start, timezone: policy.timezone };
    expect(findEmptyStep(drawn, where)).toBeNull();
    expect(findEmptyStep([days(7), date('2027-06-04', '50')], where)).toBe(1);
    expect(findEmptyStep([hours(24), days(1, '50'), days(2, '25')], where)).toBe(2);
    const steps = [days(7), date('2027-06-08', '50')];
    const later = showPolicy(
      { ...policy, steps },
      { startsAt: new Date('2027-09-11T16:00:00.000Z'), offeredAt: start },
    );
    expect(later.steps).toMatchObject([{ percent: '100', until: '2027-09-04T22:00:00.000Z' }]);
  });

  test('an event moved afterwards: later leaves more time, earlier takes none', () => {
    expect(endsOf(drawn, {}, '2027-09-11T16:00:00.000Z')).toEqual([
      '2027-08-11T22:00:00.000Z',
      '2027-09-04T22:00:00.000Z',
    ]);
    expect(endsOf(drawn, {}, '2027-05-01T16:00:00.000Z')).toEqual(endsOf(drawn));
  });
});

test.each([
  ['fine', [days(31), days(7, '50'), hours(1, '25.5')], []],
  ['more than before', [days(31, '50'), days(7, '50.0001')], ['1.percent more_than_before']],
  ['fees again', [days(31), days(7, '100', { keepsFees: false })], ['1.keepsFees more_than_before']],
  ['at once again', [days(31, '100', { way: 'asked' }), days(7)], ['1.way more_than_before']],
  ['not later', [days(7), days(7)], ['1.until not_after_before']],
  ['dates', [date('2027-05-11'), date('2027-05-10')], ['1.until not_after_before']],
  ['mixed units are for the event to decide', [days(7), hours(200), date('2027-01-01')], []],
  ['nothing', [days(7, '0')], ['0.percent invalid_format']],
  ['above all', [days(7, '100.0001')], ['0.percent too_big']],
  ['no date', [date('2027-02-30')], ['0.until.day invalid_day']],
])('steps of an event: %s', (_name, steps, expected) => {
  const read = giveBackSteps.safeParse(steps);
  expect((read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(
    expected,
  );
});

test('an organizer names no dates, and nobody more than six steps', () => {
  expect(organizerSteps.safeParse([days(7)]).success).toBe(true);
  expect(organizerSteps.safeParse([date('2027-05-11')]).success).toBe(false);
  expect(giveBackSteps.safeParse([7, 6, 5, 4, 3, 2, 1].map((before) => days(before))).success).toBe(false);
});

const moment = fc.integer({ min: Date.parse('2027-01-01'), max: Date.parse('2029-01-01') });
const until = fc.oneof(
  fc.record({ unit: fc.constantFrom('days', 'hours'), before: fc.integer({ min: 0, max: 365 }) }),
  moment.map((at) => ({ unit: 'date' as const, day: new Date(at).toISOString().slice(0, 10) })),
) as fc.Arbitrary<GiveBackStep['until']>;
const someSteps = fc
  .array(fc.record({ until, percent: fc.integer({ min: 1, max: 100 }) }), { maxLength: 6 })
  .map((all) => {
    const shares = all.map(({ percent }) => percent).sort((a, b) => b - a);
    return all.map((one, at) => days(0, String(shares[at]), { until: one.until }));
  });
const zones = fc.constantFrom('Europe/Madrid', 'America/New_York', 'Asia/Beirut', 'Pacific/Apia', 'UTC');
const shareOf = (one: GiveBackStep | null) => (one ? parseRate(one.percent) : 0n);

test('wherever the event moves, no moment gives less than was promised', () => {
  fc.assert(
    fc.property(someSteps, zones, moment, moment, moment, (steps, timezone, kept, now, at) => {
      const promise = { steps, timezone, startsAt: new Date(kept).toISOString() };
      const [then, moved] = [new Date(kept), new Date(now)].map((one) => stepAt(promise, one, new Date(at)));
      expect(shareOf(moved ?? null)).toBeGreaterThanOrEqual(shareOf(then ?? null));
      expect(shareOf(then ?? null) <= HUNDRED_PERCENT).toBe(true);
    }),
  );
});

test('ends are in order, never after the start of an event that has not moved, and shown once each', () => {
  fc.assert(
    fc.property(someSteps, zones, moment, moment, (steps, timezone, startsAt, at) => {
      const promise = { steps, timezone, startsAt: new Date(startsAt).toISOString() };
      const ends = stepEnds(promise, new Date(startsAt));
      expect(ends).toEqual([...ends].sort((a, b) => a - b));
      expect(ends.every((end) => end <= startsAt)).toBe(true);
      const shown = showPolicy(promise, { startsAt: new Date(startsAt), offeredAt: new Date(at) });
      expect(new Set(shown.steps.map((one) => one.until)).size).toBe(shown.steps.length);
      // What is read as the present step is what is paid.
      const present = shown.present === null ? null : shown.steps[shown.present];
      expect(present?.percent).toBe(stepAt(promise, new Date(startsAt), new Date(at))?.percent);
    }),
  );
});
