import { expect, it } from 'vitest';
import { readMoment } from './when.tsx';

const event = {
  timezone: 'Europe/Madrid',
  endsAt: '2027-11-01T22:00:00.000Z',
  now: Date.parse('2027-03-01T12:00Z'),
};
const read = (local: string, change: Partial<typeof event> = {}) =>
  readMoment({ isLater: true, local }, { ...event, ...change });

it('a message at once has no time, whatever was typed', () => {
  expect(readMoment({ isLater: false, local: 'soon' }, event)).toEqual({ sendAt: null, problem: null });
});

it.each([
  ['a time in summer', '2027-06-11T18:00', '2027-06-11T16:00:00.000Z'],
  ['the first of two equal times', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
  ['the second of them', '2027-10-31T02:30+01:00', '2027-10-31T01:30:00.000Z'],
])('%s is one of the zone of the event', (_what, local, sendAt) => {
  expect(read(local)).toEqual({ sendAt, problem: null });
});

it.each([
  ['nothing', '', 'missing'],
  ['what is no time', '11/6', 'missing'],
  ['a time that the clocks skip', '2027-03-28T02:30', 'missing'],
  ['a time that is over', '2027-03-01T13:00', 'past'],
  ['a time after the event', '2027-11-02T10:00', 'after'],
])('%s sends nothing', (_what, local, problem) => {
  expect(read(local)).toEqual({ sendAt: null, problem });
});
