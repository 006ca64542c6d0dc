import { expect, test } from 'vitest';
import { holderObstacles } from './obstacles.ts';

const facts = { eventStatus: 'public', orderStatus: 'completed', attendeeStatus: 'active' } as const;

test.each([
  ['a valid ticket', {}, null, null],
  ['an archived event', { eventStatus: 'archived' }, 'EVENT_ARCHIVED', 'EVENT_ARCHIVED'],
  [
    'a cancelled order',
    { orderStatus: 'cancelled', attendeeStatus: 'cancelled' },
    'ORDER_CANCELLED',
    'ORDER_CANCELLED',
  ],
  ['a cancelled ticket', { attendeeStatus: 'cancelled' }, 'ATTENDEE_CANCELLED', 'ATTENDEE_CANCELLED'],
  [
    'an unpaid ticket',
    { orderStatus: 'awaiting_offline_payment', attendeeStatus: 'awaiting_payment' },
    null,
    'ORDER_NOT_COMPLETE',
  ],
  ['a hold', { orderStatus: 'reserved' }, 'ORDER_NOT_COMPLETE', 'ORDER_NOT_COMPLETE'],
] as const)('%s', (_, changes, correct, renew) => {
  expect(holderObstacles({ ...facts, ...changes })).toEqual({ correct, renew });
});
