import { describe, expect, it } from 'vitest';
import { clockChange, fromLocalTime, isSkippedTime, toLocalTime } from './zoned-time.ts';

// The runtime of the tests has it. Not every browser has it.
declare const Temporal: {
  PlainDateTime: { from(text: string): { toZonedDateTime(zone: string): { epochMilliseconds: number } } };
};

const cases: [local: string, zone: string, instant: string][] = [
  ['2027-06-11T18:00', 'Europe/Madrid', '2027-06-11T16:00:00.000Z'],
  ['2027-01-11T18:00', 'Europe/Madrid', '2027-01-11T17:00:00.000Z'],
  ['2027-06-11T00:00', 'UTC', '2027-06-11T00:00:00.000Z'],
  ['2027-06-11T06:00', 'Asia/Kathmandu', '2027-06-11T00:15:00.000Z'],
  ['2027-12-31T23:59', 'Pacific/Kiritimati', '2027-12-31T09:59:00.000Z'],
  ['2027-07-01T12:00', 'America/St_Johns', '2027-07-01T14:30:00.000Z'],
];

describe('zoned time', () => {
  it.each(cases)('%s in %s', (local, zone, instant) => {
    expect(fromLocalTime(local, zone)).toBe(instant);
    expect(toLocalTime(instant, zone)).toBe(local);
  });

  it('moves a time that clocks skip on by what they skip', () => {
    expect(fromLocalTime('2027-03-28T02:30', 'Europe/Madrid')).toBe('2027-03-28T01:30:00.000Z');
    expect(isSkippedTime('2027-03-28T02:30', 'Europe/Madrid')).toBe(true);
    expect(isSkippedTime('2027-03-28T03:00', 'Europe/Madrid')).toBe(false);
    expect(fromLocalTime('2027-03-28T01:59', 'Europe/Madrid')).toBe('2027-03-28T00:59:00.000Z');
    expect(fromLocalTime('2027-03-14T02:30', 'America/New_York')).toBe('2027-03-14T07:30:00.000Z');
    // This zone changes its clocks by half an hour only, and lies in the southern hemisphere.
    expect(fromLocalTime('2027-10-03T02:15', 'Australia/Lord_Howe')).toBe('2027-10-02T15:45:00.000Z');
    // Samoa skipped this whole day.
    expect(isSkippedTime('2011-12-30T12:00', 'Pacific/Apia')).toBe(true);
  });

  it('takes the first of two where clocks go back', () => {
    expect(fromLocalTime('2027-10-31T02:30', 'Europe/Madrid')).toBe('2027-10-31T00:30:00.000Z');
    expect(fromLocalTime('2027-11-07T01:30', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z');
  });

  it('tells the second of two equal times by its offset, so that reading it again never moves it', () => {
    const local = '2027-10-31T02:30+01:00';
    expect(toLocalTime('2027-10-31T01:30:00.000Z', 'Europe/Madrid')).toBe(local);
    expect(fromLocalTime(local, 'Europe/Madrid')).toBe('2027-10-31T01:30:00.000Z');
    expect(toLocalTime('2027-10-31T00:30:00.000Z', 'Europe/Madrid')).toBe('2027-10-31T02:30');
    // Another zone does not have this time twice: 02:30 stays 02:30.
    expect(fromLocalTime(local, 'America/New_York')).toBe('2027-10-31T06:30:00.000Z');
    expect(toLocalTime('2027-04-03T15:15:00.000Z', 'Australia/Lord_Howe')).toBe('2027-04-04T01:45+10:30');
    for (let half = 0; half < 48 * 4; half += 1) {
      const instant = new Date(Date.UTC(2027, 9, 29, 0, half * 30)).toISOString();
      expect(fromLocalTime(toLocalTime(instant, 'Europe/Lisbon'), 'Europe/Lisbon')).toBe(instant);
    }
  });

  it('says how clocks change at a time', () => {
    const madrid = (local: string) => clockChange(local, 'Europe/Madrid');
    expect(madrid('2027-03-28T01:59')).toBeNull();
    expect(madrid('2027-03-28T02:00')).toEqual({
      kind: 'skipped',
      from: '2027-03-28T02:00',
      to: '2027-03-28T03:00',
    });
    expect(madrid('2027-03-28T03:00')).toBeNull();
    expect(madrid('2027-10-31T02:30')).toEqual({
      kind: 'twice',
      first: '2027-10-31T02:30',
      second: '2027-10-31T02:30+01:00',
    });
    expect(madrid('2027-10-31T03:00')).toBeNull();
    expect(madrid('31 Oct')).toBeNull();
    // At midnight, where the day itself starts at one o'clock.
    expect(clockChange('2018-11-04T00:30', 'America/Sao_Paulo')).toEqual({
      kind: 'skipped',
      from: '2018-11-04T00:00',
      to: '2018-11-04T01:00',
    });
  });

  it('agrees with Temporal through the years of a zone with a turbulent clock', () => {
    for (const zone of [
      'Europe/Madrid',
      'America/Sao_Paulo',
      'Africa/Casablanca',
      'Australia/Lord_Howe',
      'Asia/Tehran',
    ]) {
      for (let hour = 0; hour < 3 * 366 * 24; hour += 29) {
        const local = new Date(Date.UTC(2025, 0, 1, hour, 30)).toISOString().slice(0, 16);
        const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(zone);
        expect(Date.parse(fromLocalTime(local, zone) ?? '')).toBe(expected.epochMilliseconds);
      }
    }
  });

  it.each([
    '',
    '2027-02-29T10:00',
    '2027-13-01T10:00',
    '2027-06-11',
    '2027-06-11T24:00',
    'tomorrow',
    '1969-06-11T10:00',
  ])('refuses %j', (local) => {
    expect(fromLocalTime(local, 'Europe/Madrid')).toBeUndefined();
  });
});
