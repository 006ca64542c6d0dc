import { expect, test } from 'vitest';
import { calendarLinks } from './calendar-links.ts';

const entry = {
  title: 'Marea & mar + más',
  url: 'https://entrada.example/e/1/marea',
  startsAt: '2027-06-11T16:00:00.000Z',
  endsAt: '2027-06-14T00:00:00.000Z',
  timezone: 'Europe/Madrid',
  location: 'La Marina, València',
};

test('Google gets both instants in UTC and the zone of the event', () => {
  const url = new URL(calendarLinks(entry).google);
  expect(url.searchParams.get('dates')).toBe('20270611T160000Z/20270614T000000Z');
  expect(url.searchParams.get('ctz')).toBe('Europe/Madrid');
  expect(url.searchParams.get('text')).toBe('Marea & mar + más');
});

test('Outlook gets spaces that it does not show as plus signs', () => {
  const { outlook } = calendarLinks(entry);
  expect(outlook).toContain('subject=Marea%20%26%20mar%20%2B%20m%C3%A1s');
  expect(new URL(outlook).searchParams.get('enddt')).toBe('2027-06-14T00:00:00.000Z');
});

test('an event without an end takes no time', () => {
  const url = new URL(calendarLinks({ ...entry, endsAt: null }).google);
  expect(url.searchParams.get('dates')).toBe('20270611T160000Z/20270611T160000Z');
});
