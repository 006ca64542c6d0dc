import { describe, expect, test } from 'vitest';
import { formatDates, formatMoment, formatTimes, formatZone, formatZoneAndOffset } from './format.ts';

const festival = {
  startsAt: '2027-06-11T16:00:00Z',
  endsAt: '2027-06-13T22:00:00Z',
  timeZone: 'Europe/Madrid',
};

describe('dates', () => {
  test.each([
    ['en', 'Fri 11 – Sun 13 June 2027'],
    ['de', 'Fr, 11. – So, 13. Juni 2027'],
    ['fr', 'Ven. 11 – dim. 13 juin 2027'],
    ['pt', 'Sex 11 – dom 13 de junho de 2027'],
    ['es', 'Vie 11 – dom 13 de junio de 2027'],
    ['zh-cn', '2027年6月11日周五 – 2027年6月13日周日'],
    ['pt-br', 'Sex. 11 – dom. 13 de junho de 2027'],
  ] as const)('several days in %s', (locale, text) => {
    expect(formatDates(festival, locale)).toBe(text);
  });

  test('across months and years', () => {
    const summer = { ...festival, endsAt: '2027-07-02T18:00:00Z' };
    expect(formatDates(summer, 'es')).toBe('Vie 11 de junio – vie 2 de julio de 2027');
    const winter = { ...festival, startsAt: '2027-12-30T18:00:00Z', endsAt: '2028-01-02T18:00:00Z' };
    expect(formatDates(winter, 'en')).toBe('Thu 30 December 2027 – Sun 2 January 2028');
  });

  test('a night that ends in the morning is one day', () => {
    const night = { ...festival, endsAt: '2027-06-12T02:00:00Z' };
    expect(formatDates(night, 'en')).toBe('Fri 11 June 2027');
    expect(formatTimes(night, 'en')).toEqual({ text: '18:00–04:00', isRange: true });
  });

  test('without an end there is only a beginning', () => {
    const open = { ...festival, endsAt: null };
    expect(formatDates(open, 'en')).toBe('Fri 11 June 2027');
    expect(formatTimes(open, 'en')).toEqual({ text: '18:00', isRange: false });
  });
});

test('the zone is that of the event, at its date', () => {
  expect(formatZone(festival, 'en')).toBe('CEST');
  expect(formatZoneAndOffset(festival, 'en')).toBe('CEST, GMT+2');
  expect(formatZoneAndOffset(festival, 'zh-cn')).toBe('GMT+2');
  expect(formatZone({ ...festival, startsAt: '2027-01-11T16:00:00Z', endsAt: null }, 'de')).toBe('MEZ');
  // A night in which clocks go back: its end has another name than its start.
  const night = {
    startsAt: '2027-10-30T21:00:00Z',
    endsAt: '2027-10-31T04:00:00Z',
    timeZone: 'Europe/Madrid',
  };
  expect(formatZone(night, 'en')).toBe('CEST – CET');
  expect(formatZoneAndOffset(night, 'en')).toBe('CEST, GMT+2 – CET, GMT+1');
  // Over several days only the time of the start is said.
  expect(formatZone({ ...night, endsAt: '2027-11-01T04:00:00Z' }, 'en')).toBe('CEST');
});

test.each([
  ['en', 'Friday, 11 June 2027, 18:00 (CEST)'],
  ['de', 'Freitag, 11. Juni 2027, 18:00 (MESZ)'],
  ['fr', 'vendredi 11 juin 2027, 18:00 (UTC+2)'],
  ['pt', 'sexta-feira, 11 de junho de 2027, 18:00 (CEST)'],
  ['es', 'viernes, 11 de junio de 2027, 18:00 (CEST)'],
  ['zh-cn', '2027年6月11日星期五 18:00（GMT+2）'],
  ['pt-br', 'sexta-feira, 11 de junho de 2027, 18:00 (GMT+2)'],
] as const)(
  'a moment within a sentence in %s has a weekday in full and no capital of its own',
  (locale, text) => {
    expect(formatMoment(festival.startsAt, festival.timeZone, locale)).toBe(text);
  },
);
