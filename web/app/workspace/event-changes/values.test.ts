import { expect, it } from 'vitest';
import { type Values, wrongTimes } from './values.ts';

const moved: Values = {
  what: 'dates',
  startsAt: '2027-06-10T20:00',
  endsAt: '2027-06-10T23:00',
  venueName: '',
  addressLine1: '',
  city: '',
  money: 'none',
  until: '',
  tells: true,
  messages: {},
};
const wrong = (change: Partial<Values>) =>
  wrongTimes('Europe/Madrid', { ...moved, ...change }).map(({ path, code }) => `${path} ${code}`);

it.each<[string, Partial<Values>, string[]]>([
  ['dates in their order', {}, []],
  ['no end', { endsAt: '' }, []],
  ['an end before the start', { endsAt: '2027-06-09T23:00' }, ['endsAt must_be_after_start']],
  ['an end at the start', { endsAt: '2027-06-10T20:00' }, ['endsAt must_be_after_start']],
  ['no start', { startsAt: ' ' }, ['startsAt required']],
  ['a text that is no date', { endsAt: '31.4.2027' }, ['endsAt invalid_date']],
  ['a start that the clocks skip', { startsAt: '2027-03-28T02:30' }, ['startsAt invalid_date']],
  [
    'the second of two equal hours, which is after the first',
    { startsAt: '2027-10-31T02:30', endsAt: '2027-10-31T02:30+01:00' },
    [],
  ],
  ['money until no day', { money: 'asked' }, ['returnsUntil required']],
  [
    'money until a time that the clocks skip, of an event that is called off',
    { what: 'call_off', startsAt: '', money: 'asked', until: '2027-03-28T02:30' },
    ['returnsUntil invalid_date'],
  ],
  ['dates that are not asked for', { what: 'place', startsAt: '', endsAt: 'soon' }, []],
])('names what is wrong with times: %s', (_what, change, expected) => {
  expect(wrong(change)).toEqual(expected);
});
