import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { formatEventStart } from './event-start.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const madrid = (startsAt: string, endsAt: string | null) => ({ startsAt, endsAt, timezone: 'Europe/Madrid' });

test.each([
  ['one day', '2027-06-11T16:00:00Z', '2027-06-11T20:00:00Z', 'Fri 11 June 2027, 18:00'],
  ['a night', '2027-06-11T16:00:00Z', '2027-06-12T01:00:00Z', 'Fri 11 June 2027, 18:00'],
  ['no end', '2027-06-11T16:00:00Z', null, 'Fri 11 June 2027, 18:00'],
  ['several days', '2027-06-12T16:00:00Z', '2027-06-14T20:00:00Z', 'Sat 12 – Mon 14 June 2027, from 18:00'],
])(
  'an event says when it begins, and of several days that it is the first: %s',
  (_, startsAt, endsAt, text) => {
    expect(formatEventStart(i18n, madrid(startsAt, endsAt))).toBe(text);
  },
);
