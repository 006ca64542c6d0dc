import type { EventDetail } from '@entrada/contract/catalog/events';
import { describe, expect, it } from 'vitest';
import { planTicketDates } from './ticket-dates.ts';
import { changedFields, settingsValues } from './values.ts';

const FRIDAY = {
  id: 1,
  name: 'Friday',
  startsAt: '2027-03-26T17:00:00.000Z',
  endsAt: '2027-03-27T01:00:00.000Z',
};
const event = {
  title: 'Marea',
  timezone: 'Europe/Madrid',
  startsAt: '2027-03-26T17:00:00.000Z',
  endsAt: '2027-03-28T21:30:00.000Z',
  description: '',
  location: {},
  settings: {},
  datedTickets: [FRIDAY],
} as unknown as EventDetail;
const values = settingsValues(event);
const plan = (change: object) => planTicketDates(event, { ...values, ...change });
const MOVED = [{ ...FRIDAY, startsAt: '2027-04-02T16:00:00.000Z', endsAt: '2027-04-03T00:00:00.000Z' }];

describe('dates of tickets with new dates of their event', () => {
  it('says where a moved and longer event takes them, by the clocks', () => {
    const change = { startsAt: '2027-04-02T18:00', endsAt: '2027-04-05T23:30' };
    expect(plan(change)).toEqual({ dates: 'move', tickets: MOVED });
    expect(plan({ ...change, ticketDates: 'keep' })).toEqual({ dates: 'keep', tickets: [FRIDAY] });
  });

  it('keeps them in an event that becomes longer, unless they are to move', () => {
    const change = { startsAt: '2027-03-25T18:00', endsAt: '2027-03-29T23:30' };
    expect(plan(change)).toEqual({ dates: 'keep', tickets: [FRIDAY] });
    expect(plan({ ...change, ticketDates: 'move' })?.tickets[0]?.startsAt).toBe('2027-03-25T17:00:00.000Z');
  });

  it('keeps the times on the clocks of another zone', () => {
    expect(plan({ timezone: 'Europe/Lisbon' })?.tickets[0]?.startsAt).toBe('2027-03-26T18:00:00.000Z');
  });

  it('says nothing without new dates, with half a date, and without such tickets', () => {
    expect(plan({ title: 'Other', ticketDates: 'keep' })).toBeNull();
    expect(plan({ startsAt: '' })).toBeNull();
    expect(planTicketDates({ ...event, datedTickets: [] }, { ...values, endsAt: '' })).toBeNull();
  });

  it('is a change only with new dates', () => {
    expect(changedFields(values, { ...values, ticketDates: 'keep' })).toEqual([]);
    expect(changedFields(values, { ...values, endsAt: '', ticketDates: 'keep' })).toEqual([
      'endsAt',
      'ticketDates',
    ]);
  });
});
