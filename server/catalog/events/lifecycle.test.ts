import { expect, test } from 'vitest';
import { notTalliedByTicket } from '../../insight/dashboard/core/gross-sales.ts';
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

test('what went back is spread over the tickets of its order to the cent', () => {
  const kept = notTalliedByTicket([
    { orderId: 1, ticketId: 10, total: 100, orderGaveBack: 100, isTallied: false },
    { orderId: 1, ticketId: 11, total: 200, orderGaveBack: 100, isTallied: false },
    { orderId: 2, ticketId: 10, total: 50, orderGaveBack: 50, isTallied: false },
  ]);
  expect([...kept]).toEqual([
    [10, 67],
    [11, 133],
  ]);
  // The tallies hold the whole price of an order that was never refunded, so only what a bank took is left to take off.
  const disputed = notTalliedByTicket([
    { orderId: 3, ticketId: 10, total: 100, orderGaveBack: 300, isTallied: true },
    { orderId: 3, ticketId: 11, total: 200, orderGaveBack: 300, isTallied: true },
  ]);
  expect([...disputed]).toEqual([
    [10, -100],
    [11, -200],
  ]);
});
