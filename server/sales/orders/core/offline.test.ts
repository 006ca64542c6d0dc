import { describe, expect, it } from 'vitest';
import { offlineDueAt, paymentMethodsOf } from './offline.ts';

const now = new Date('2027-01-10T12:00:00Z');
const event = {
  startsAt: new Date('2027-03-01T18:00:00Z'),
  endsAt: new Date('2027-03-01T23:00:00Z'),
  offlineDays: 7,
  cardPayments: true,
  offlinePayments: true,
};
const due = (change: { startsAt?: Date; endsAt?: Date | null }) =>
  offlineDueAt(now, { ...event, ...change })?.toISOString() ?? null;

describe('until when an order is to be paid', () => {
  it.each([
    ['as many days as the event gives', {}, '2027-01-17T12:00:00.000Z'],
    ['not beyond its start', { startsAt: new Date('2027-01-12T18:00:00Z') }, '2027-01-12T18:00:00.000Z'],
    [
      'not beyond its end, once it has begun',
      { startsAt: new Date('2027-01-10T11:00:00Z'), endsAt: new Date('2027-01-11T11:00:00Z') },
      '2027-01-11T11:00:00.000Z',
    ],
    [
      'for a day where it has begun and has no end',
      { startsAt: new Date('2027-01-10T11:00:00Z'), endsAt: null },
      '2027-01-11T11:00:00.000Z',
    ],
    ['never, once it is over', { startsAt: new Date('2027-01-09T11:00:00Z'), endsAt: now }, null],
  ])('%s', (_, change, expected) => {
    expect(due(change)).toBe(expected);
  });

  it('is offered beside the card, alone, or not at all', () => {
    const methods = (change: Partial<typeof event>) => paymentMethodsOf(now, { ...event, ...change });
    expect(methods({})).toEqual(['card', 'offline']);
    expect(methods({ cardPayments: false })).toEqual(['offline']);
    expect(methods({ offlinePayments: false })).toEqual(['card']);
    expect(methods({ startsAt: new Date('2027-01-08T11:00:00Z'), endsAt: now })).toEqual(['card']);
  });
});
