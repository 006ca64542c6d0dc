import { describe, expect, test } from 'vitest';
import { dayIn, daysBack, daysBetween } from '../kit/period/days.ts';
import { daysToGo, isEventDay, readChoice, showsDoor } from './choice.ts';

test.each([
  ['', { range: '30' }],
  ['range=7&compare=12', { range: '7', pastEvent: '12' }],
  ['range=all&view=sales', { range: 'all', view: 'sales' }],
  ['range=9&compare=-1&view=x', { range: '30' }],
])('%s is read as %j', (search, choice) => {
  expect(readChoice(new URLSearchParams(search))).toEqual(choice);
});

describe('the day of an event', () => {
  const event = {
    startsAt: '2027-06-11T16:00:00Z',
    endsAt: '2027-06-13T22:00:00Z',
    timezone: 'Europe/Madrid',
    status: 'public',
    calledOffAt: null,
  } as const;

  test.each([
    ['2027-06-10T21:59:59Z', false],
    ['2027-06-10T22:00:00Z', true],
    ['2027-06-12T08:00:00Z', true],
    ['2027-06-13T22:00:00Z', false],
  ])('at %s: %s', (now, isDay) => {
    expect(isEventDay(event, new Date(now))).toBe(isDay);
  });

  test('a draft has none, and an event without an end has one of 24 hours', () => {
    const now = new Date('2027-06-12T08:00:00Z');
    expect(isEventDay({ ...event, status: 'draft' }, now)).toBe(false);
    expect(isEventDay({ ...event, endsAt: null }, now)).toBe(true);
    expect(isEventDay({ ...event, endsAt: null }, new Date('2027-06-12T16:00:00Z'))).toBe(false);
  });

  test('an event that is called off has none, and nobody counts the days to it', () => {
    const calledOff = { ...event, calledOffAt: '2027-05-01T08:00:00Z' };
    expect(isEventDay(calledOff, new Date('2027-06-12T08:00:00Z'))).toBe(false);
    const before = new Date('2027-05-30T22:00:00Z');
    expect(daysToGo(event, before)).toBe(11);
    expect(daysToGo(calledOff, before)).toBe(0);
    expect(daysToGo({ ...event, status: 'archived' }, before)).toBe(0);
    expect(daysToGo(event, new Date('2027-06-12T08:00:00Z'))).toBe(0);
  });

  test('who asks for the sales or the doors gets them on any day', () => {
    const now = new Date('2027-06-12T08:00:00Z');
    expect(showsDoor(event, { range: '30' }, now)).toBe(true);
    expect(showsDoor(event, { range: '30', view: 'sales' }, now)).toBe(false);
    expect(showsDoor(event, { range: '30', view: 'door' }, new Date('2027-01-01T00:00:00Z'))).toBe(true);
  });
});

test('calendar days are counted without clocks', () => {
  expect(dayIn('Pacific/Auckland', new Date('2027-06-11T13:00:00Z'))).toBe('2027-06-12');
  expect(daysBack('2027-03-01', 1)).toBe('2027-02-28');
  expect(daysBack('2028-03-01', 29)).toBe('2028-02-01');
  expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2);
});
