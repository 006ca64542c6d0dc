import { expect, test } from 'vitest';
import { grossByTicket } from '../../insight/dashboard/core/gross-sales.ts';
import { lifecycleOf } from './core/lifecycle.ts';

test('an event starts with its first instant and ends with its last, or a day after its start', () => {
  const startsAt = new Date('2026-03-28T20:00:00Z');
  const endsAt = new Date('2026-03-28T23:00:00Z');
  const at = (now: string, end: Date | null = endsAt) =>
    lifecycleOf({ startsAt, endsAt: end }, new Date(now));
  expect(at('2026-03-28T19:59:59.999Z')).toBe('upcoming');
  expect(at('2026-03-28T20:00:00Z')).toBe('ongoing');
  expect(at('2026-03-28T22:59:59.999Z')).toBe('ongoing');
  expect(at('2026-03-28T23:00:00Z')).toBe('ended');
  // An event in the night when clocks change still lasts 24 hours.
  expect(at('2026-03-29T19:59:59Z', null)).toBe('ongoing');
  expect(at('2026-03-29T20:00:00Z', null)).toBe('ended');
});

test('refunds are spread over the tickets of their order to the cent', () => {
  const gross = grossByTicket([
    { orderId: 1, ticketId: 10, total: 100, orderRefunded: 100 },
    { orderId: 1, ticketId: 11, total: 200, orderRefunded: 100 },
    { orderId: 2, ticketId: 10, total: 50, orderRefunded: 50 },
  ]);
  expect([...gross]).toEqual([
    [10, 67],
    [11, 133],
  ]);
});
