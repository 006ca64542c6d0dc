import { setupI18n } from '@lingui/core';
import { describe, expect, it, vi } from 'vitest';
import {
  formatCount,
  formatCountdown,
  formatDayTime,
  formatEventDays,
  formatEventHours,
  formatList,
  formatRelative,
} from './format.ts';
import { timeZoneLabel, timeZoneParts } from './time-zone.ts';
import { zoneName } from './zone-name.ts';

const madrid = (startsAt: string, endsAt: string | null) => ({ startsAt, endsAt, timezone: 'Europe/Madrid' });

describe('formatEventDays', () => {
  it.each([
    ['within a month', '2027-06-11T16:00Z', '2027-06-13T21:00Z', 'Fri 11 – Sun 13 June 2027'],
    ['across months', '2027-06-30T16:00Z', '2027-07-02T16:00Z', 'Wed 30 June – Fri 2 July 2027'],
    ['across years', '2027-12-31T16:00Z', '2028-01-02T16:00Z', 'Fri 31 December 2027 – Sun 2 January 2028'],
    ['on one day', '2027-06-11T16:00Z', '2027-06-11T20:00Z', 'Fri 11 June 2027'],
    ['through one night', '2027-06-11T20:00Z', '2027-06-12T02:00Z', 'Fri 11 June 2027'],
    ['through several nights', '2027-06-12T16:00Z', '2027-06-14T00:00Z', 'Sat 12 – Sun 13 June 2027'],
    ['until midnight', '2027-06-11T16:00Z', '2027-06-13T22:00Z', 'Fri 11 – Sun 13 June 2027'],
    ['until the morning', '2027-06-12T16:00Z', '2027-06-14T04:00Z', 'Sat 12 – Mon 14 June 2027'],
    ['without an end', '2027-06-11T16:00Z', null, 'Fri 11 June 2027'],
    ['by the day of its own zone', '2027-06-10T22:30Z', null, 'Fri 11 June 2027'],
  ])('%s', (_what, startsAt, endsAt, expected) => {
    expect(formatEventDays(madrid(startsAt, endsAt), 'en')).toBe(expected);
  });
});

it.each([
  ['es', 'Vie 11 – dom 13 de junio de 2027'],
  ['fr', 'Ven. 11 – dim. 13 juin 2027'],
  ['pt-br', 'Sex. 11 – dom. 13 de junho de 2027'],
  ['de', 'Fr. 11. – So. 13. Juni 2027'],
])('days that stand alone begin with a capital in %s', (locale, days) => {
  expect(formatEventDays(madrid('2027-06-11T16:00Z', '2027-06-13T21:00Z'), locale)).toBe(days);
});

it('keeps the hours of a day on one line', () => {
  const day = madrid('2027-06-11T08:00Z', '2027-06-11T12:00Z');
  expect(formatEventHours(day, 'es')).toBe('10:00\u00A0–\u00A014:00');
  expect(formatEventHours({ ...day, endsAt: null }, 'es')).toBe('10:00');
});

it('writes the hour of a day with two digits, as times alone are written', () => {
  const zoned = { locale: 'es', timezone: 'Europe/Madrid' };
  expect(formatDayTime('2026-11-21T05:10Z', zoned)).toBe('21 nov 2026, 06:10');
});

it('names a zone by city, abbreviation and offset', () => {
  const at = '2027-06-11T16:00Z';
  expect(timeZoneParts(at, { locale: 'es', timezone: 'Europe/Madrid' })).toEqual({
    city: 'Madrid',
    names: 'CEST, GMT+2',
  });
  expect(timeZoneParts(at, { locale: 'en', timezone: 'Asia/Tokyo' })).toEqual({
    city: 'Tokyo',
    names: 'GMT+9',
  });
  expect(timeZoneParts(at, { locale: 'zh-cn', timezone: 'Europe/Madrid' }).city).toBe('马德里');
  expect(timeZoneParts(at, { locale: 'es', timezone: 'America/New_York' }).city).toBe('Nueva York');
  expect(timeZoneParts(at, { locale: 'zh-cn', timezone: 'America/Indiana/Tell_City' }).city).toBe(
    'Tell City',
  );
});

it.each([
  ['en', 'Europe/Madrid', 'Central European Time (GMT+1)'],
  ['es', 'Europe/Madrid', 'hora de Europa central (GMT+1)'],
  ['zh-cn', 'Europe/Madrid', '中欧时间（GMT+1）'],
  ['pt', 'America/Sao_Paulo', 'Hora padrão de Brasília (GMT-3)'],
  ['fr', 'UTC', 'UTC'],
  ['de', 'Etc/GMT+3', 'UTC-3'],
])('names a zone without the table of cities, in %s %s', (locale, timezone, name) => {
  expect(zoneName('2027-01-11T16:00Z', { locale, timezone })).toBe(name);
});

it('names the zone of a start, and that of its end where clocks change between them', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const label = (end: string | null) => timeZoneLabel(i18n, '2027-10-30T21:00Z', 'Europe/Madrid', end);
  expect(label('2027-10-30T22:00Z')).toBe('Madrid time (CEST, GMT+2)');
  expect(label('2027-10-31T04:00Z')).toBe('Madrid time (CEST, GMT+2 – CET, GMT+1)');
  expect(label(null)).toBe('Madrid time (CEST, GMT+2)');
});

it('tells time from now in the largest unit', () => {
  const now = new Date('2027-06-11T16:00Z');
  expect(formatRelative('2027-06-11T19:10Z', now, 'en')).toBe('in 3 hours');
  expect(formatRelative('2027-06-10T15:00Z', now, 'en')).toBe('yesterday');
});

it('counts down and stops at zero', () => {
  expect([formatCountdown(845), formatCountdown(59.2), formatCountdown(-3)]).toEqual([
    '14:05',
    '1:00',
    '0:00',
  ]);
});

it('creates the formats of counts and lists once for all rows, and one for each language', () => {
  const counts = vi.spyOn(Intl, 'NumberFormat');
  const lists = vi.spyOn(Intl, 'ListFormat');
  // Languages of no other test: files that run in one process share the formats.
  for (const locale of ['da', 'fi', 'da', 'fi', 'da']) {
    formatCount(1234, locale);
    formatList(['A', 'B'], locale);
  }
  expect([counts.mock.calls.length, lists.mock.calls.length]).toEqual([2, 2]);
  vi.restoreAllMocks();
  expect([formatCount(1234, 'de'), formatCount(1234, 'en')]).toEqual(['1.234', '1,234']);
  expect([formatList(['A', 'B'], 'de'), formatList(['A', 'B'], 'de', 'disjunction')]).toEqual([
    'A und B',
    'A oder B',
  ]);
});
