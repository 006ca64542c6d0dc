import { expect, test } from 'vitest';
import type { Policy } from '../../../catalog/events/core/policy.ts';
import { type Facts, ownTicketObstacles } from './obstacles.ts';

const startsAt = new Date('2027-06-11T16:00:00.000Z');
const policy: Policy = {
  steps: [],
  startsAt: startsAt.toISOString(),
  timezone: 'Europe/Madrid',
  names: { before: 7, unit: 'days', later: true },
  passOn: { before: 2, unit: 'hours' },
};
const facts: Facts = {
  order: { status: 'completed', refundStatus: 'none' },
  policy,
  event: { status: 'public', calledOffAt: null, startsAt },
  now: new Date('2027-06-01T00:00:00.000Z'),
  money: null,
  ticket: { status: 'active', hasEntered: false, isWithBuyer: true, isGiven: false, isOpened: false },
};
const given = { isWithBuyer: false, isGiven: true };

test.each<[string, Partial<Facts>, Partial<Facts['ticket']>, (string | null)[]]>([
  ['a ticket of the buyer', {}, {}, [null, null, 'TICKET_NOT_PASSED_ON']],
  ['one that was passed on', {}, given, ['TICKET_PASSED_ON', 'TICKET_PASSED_ON', null]],
  [
    'one that was opened',
    {},
    { ...given, isOpened: true },
    ['TICKET_PASSED_ON', 'TICKET_PASSED_ON', 'TICKET_OPENED'],
  ],
  [
    'one that the organizer passed on',
    {},
    { isWithBuyer: false },
    ['TICKET_PASSED_ON', 'TICKET_PASSED_ON', 'TICKET_NOT_PASSED_ON'],
  ],
  [
    'after a scan',
    {},
    { hasEntered: true },
    ['ATTENDEE_CHECKED_IN', 'ATTENDEE_CHECKED_IN', 'TICKET_NOT_PASSED_ON'],
  ],
  [
    'one that was passed on, after a scan',
    {},
    { ...given, hasEntered: true },
    ['TICKET_PASSED_ON', 'TICKET_PASSED_ON', 'ATTENDEE_CHECKED_IN'],
  ],
  [
    'the last minute for names',
    { now: new Date('2027-06-04T21:59:59Z') },
    {},
    [null, null, 'TICKET_NOT_PASSED_ON'],
  ],
  [
    'after the last day for names',
    { now: new Date('2027-06-04T22:00:00Z') },
    {},
    ['CHANGE_OVER', null, 'TICKET_NOT_PASSED_ON'],
  ],
  [
    'two hours before the start',
    { now: new Date('2027-06-11T14:00:00Z') },
    {},
    ['CHANGE_OVER', 'CHANGE_OVER', 'TICKET_NOT_PASSED_ON'],
  ],
  [
    'taking back has no deadline',
    { now: new Date('2027-06-11T14:00:00Z') },
    given,
    ['TICKET_PASSED_ON', 'TICKET_PASSED_ON', null],
  ],
  ['no policy', { policy: null }, {}, ['CHANGE_NOT_OFFERED', 'CHANGE_NOT_OFFERED', 'TICKET_NOT_PASSED_ON']],
  ['money asked back', { money: 'REFUND_REQUESTED' }, {}, [null, 'REFUND_REQUESTED', 'TICKET_NOT_PASSED_ON']],
  [
    'money disputed, passed on',
    { money: 'PAYMENT_DISPUTED' },
    given,
    ['TICKET_PASSED_ON', 'TICKET_PASSED_ON', 'PAYMENT_DISPUTED'],
  ],
  [
    'an unpaid order',
    { order: { status: 'awaiting_offline_payment', refundStatus: 'none' } },
    { status: 'awaiting_payment' },
    [null, 'ORDER_NOT_COMPLETE', 'ORDER_NOT_COMPLETE'],
  ],
  [
    'a refunded order',
    { order: { status: 'completed', refundStatus: 'full' } },
    {},
    ['ORDER_REFUNDED', 'ORDER_REFUNDED', 'ORDER_REFUNDED'],
  ],
  [
    'a cancelled order',
    { order: { status: 'cancelled', refundStatus: 'full' } },
    {},
    ['ORDER_CANCELLED', 'ORDER_CANCELLED', 'ORDER_CANCELLED'],
  ],
  [
    'a cancelled ticket',
    {},
    { status: 'cancelled' },
    ['ATTENDEE_CANCELLED', 'ATTENDEE_CANCELLED', 'ATTENDEE_CANCELLED'],
  ],
  [
    'an archived event',
    { event: { status: 'archived', calledOffAt: null, startsAt } },
    {},
    ['EVENT_ARCHIVED', 'EVENT_ARCHIVED', 'EVENT_ARCHIVED'],
  ],
])('%s', (_, change, ticket, expected) => {
  const { correct, passOn, takeBack, sendAgain } = ownTicketObstacles({
    ...facts,
    ...change,
    ticket: { ...facts.ticket, ...ticket },
  });
  expect([correct, passOn, takeBack]).toEqual(expected);
  // What was opened and what is disputed may still be sent again.
  if (takeBack === null) expect(sendAgain).toBeNull();
});
