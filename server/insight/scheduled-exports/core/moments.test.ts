import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextMoment } from '../../../outreach/notifications/core/rhythm.ts';
import { lastMoment } from './moments.ts';

const MADRID = 'Europe/Madrid';
const next = (after: string, weekday: number | null, hour: number, zone = MADRID) =>
  nextMoment(new Date(after), { weekday, hour }, zone).toISOString();

test.each([
  ['later on the same day', '2026-11-23T05:00:00Z', null, 8, '2026-11-23T07:00:00.000Z'],
  ['at the very moment: the next day', '2026-11-23T07:00:00Z', null, 8, '2026-11-24T07:00:00.000Z'],
  ['a Monday, asked on a Monday after its hour', '2026-11-23T07:00:01Z', 1, 8, '2026-11-30T07:00:00.000Z'],
  ['a Sunday', '2026-11-23T07:00:01Z', 7, 0, '2026-11-28T23:00:00.000Z'],
  ['over the year', '2026-12-31T23:30:00Z', null, 0, '2027-01-01T23:00:00.000Z'],
  // 28 March 2027: two o'clock does not exist in Madrid.
  ['an hour that the clock skips', '2027-03-27T12:00:00Z', null, 2, '2027-03-28T01:00:00.000Z'],
  ['the day after the skipped hour', '2027-03-28T01:00:00Z', null, 2, '2027-03-29T00:00:00.000Z'],
  // 31 October 2027: two o'clock comes twice in Madrid.
  ['an hour that comes twice, the first time', '2027-10-30T12:00:00Z', null, 2, '2027-10-31T00:00:00.000Z'],
  ['and not the second time', '2027-10-31T00:00:00Z', null, 2, '2027-11-01T01:00:00.000Z'],
] as const)('%s', (_name, after, weekday, hour, expected) => {
  expect(next(after, weekday, hour)).toBe(expected);
});

test('zones of half hours, and one that skipped a whole day', () => {
  expect(next('2026-11-23T00:00:00Z', null, 8, 'Asia/Kolkata')).toBe('2026-11-23T02:30:00.000Z');
  // Samoa had no 30 December 2011. What is due on it comes a day later.
  expect(next('2011-12-29T22:00:00Z', null, 8, 'Pacific/Apia')).toBe('2011-12-30T18:00:00.000Z');
});

test('every day of a year has exactly one moment, in any zone', () => {
  const zones = [
    'Europe/Madrid',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Shanghai',
    'Africa/Casablanca',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 23 }), (zone, hour) => {
      let at = new Date('2027-01-01T00:00:00Z');
      const days = new Set<string>();
      for (let n = 0; n < 365; n += 1) {
        const then = nextMoment(at, { weekday: null, hour }, zone);
        expect(then.getTime()).toBeGreaterThan(at.getTime());
        expect(then.getTime() - at.getTime()).toBeLessThanOrEqual(
          25 * 3_600_000 + 86_400_000 * (n === 0 ? 1 : 0),
        );
        days.add(
          Temporal.Instant.fromEpochMilliseconds(then.getTime())
            .toZonedDateTimeISO(zone)
            .toPlainDate()
            .toString(),
        );
        at = then;
      }
      expect(days.size).toBe(365);
    }),
    { numRuns: 10 },
  );
});

test('the last file comes two weeks after the end', () => {
  expect(lastMoment(new Date('2027-06-20T21:00:00Z')).toISOString()).toBe('2027-07-04T21:00:00.000Z');
});
