import { expect, test } from 'vitest';
import { formatEventDays } from '../../../platform/i18n/format.ts';
import { formatBriefDays } from './brief-days.ts';

const event = {
  startsAt: '2027-06-18T16:00:00Z',
  endsAt: '2027-06-20T20:00:00Z',
  timezone: 'Europe/Madrid',
};

test.each([
  ['en', '18–20 June 2027'],
  ['de', '18.–20. Juni 2027'],
  ['fr', '18–20 juin 2027'],
  ['es', '18–20 de junio de 2027'],
  ['pt', '18–20 de junho de 2027'],
  ['pt-br', '18–20 de junho de 2027'],
  ['zh-cn', '2027年6月18–20日'],
])('the days of an event in %s: %s', (locale, words) => {
  expect(formatBriefDays(event, locale)).toBe(words);
});

test('an event over the end of a month, or of one night, shows its first day', () => {
  expect(formatBriefDays({ ...event, endsAt: '2027-07-01T20:00:00Z' }, 'en')).toBe('18 Jun 2027');
  expect(formatBriefDays({ ...event, endsAt: '2027-06-19T01:00:00Z' }, 'de')).toBe('18. Juni 2027');
});

test('the sidebar and the heading beside it name the same last day, also after a last night', () => {
  const nights = { ...event, endsAt: '2027-06-20T00:00:00Z' };
  expect(formatBriefDays(nights, 'en')).toBe('18–19 June 2027');
  expect(formatEventDays(nights, 'en')).toBe('Fri 18 – Sat 19 June 2027');
  // The last night goes over the end of the month.
  const toTheEnd = { ...event, startsAt: '2027-06-29T16:00:00Z', endsAt: '2027-07-01T00:00:00Z' };
  expect(formatBriefDays(toTheEnd, 'en')).toBe('29–30 June 2027');
});
