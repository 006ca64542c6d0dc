import { getEventSalesReport } from '@entrada/contract/insight/reports/sales';
import { getEventTaxReport } from '@entrada/contract/insight/reports/taxes';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { openBooks } from '../../test/reports/ledger.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });
const world = await useRefundingApp();
keepInvariants(world.db);
const books = await openBooks(world);

const order = fc.record({
  lines: fc.uniqueArray(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 3 })), {
    selector: ([ticket]) => ticket,
    minLength: 1,
    maxLength: 3,
  }),
  hasCode: fc.boolean(),
  day: fc.integer({ min: 27, max: 30 }),
  /** What goes back of it, in parts of a thousand. */
  back: fc.option(fc.integer({ min: 1, max: 1000 })),
});

const LINE = [
  'sales',
  'discounts',
  'refunded',
  'fees',
  'taxesAdded',
  'received',
  'tax',
  'taxRefunded',
  'sold',
] as const;
type Line = Record<(typeof LINE)[number], number>;
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((all, row) => all + of(row), 0);
const sums = (rows: readonly Line[]) =>
  Object.fromEntries(LINE.map((name) => [name, sum(rows, (row) => row[name])]));

let nth = 0;

/** Prices whose fees and taxes never divide evenly, one of them without any, one free. No ticket has two taxes. */
async function anEvent() {
  nth += 1;
  const added = await books.charge('tax', 'Added', { rate: '7.7700' });
  const high = await books.charge('tax', 'High', { rate: '21.0000', included: true });
  const low = await books.charge('tax', 'Low', { rate: '5.5000', included: true });
  const rate = await books.charge('fee', 'Rate', { rate: '3.1400' });
  const fixed = await books.charge('fee', 'Fixed', { amount: 99 });
  const eventId = await books.event(`Random ${nth}`, { timezone: 'Europe/Madrid', currency: 'EUR' });
  const tickets = [
    await books.ticket('Added', 1999, [added, rate], 1),
    await books.ticket('High', 3333, [high, rate, fixed], 2),
    await books.ticket('Low', 1, [low, fixed], 3),
    await books.ticket('None', 777, [fixed], 4),
    await books.ticket('Free', 0, [], 5),
  ];
  await books.code('CODE', '33.3300', [tickets[0]?.ticketId ?? 0, tickets[1]?.ticketId ?? 0]);
  return { eventId, prices: tickets.map(({ priceId }) => priceId) };
}

test('the line adds up, and by day, by ticket and by tax it is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 4, maxLength: 8 }), async (orders) => {
      const { eventId, prices } = await anEvent();
      for (const { lines, hasCode, day, back } of orders) {
        const items = lines.map(([ticket, quantity]) => [prices[ticket] ?? 0, quantity] as const);
        const isCoded = hasCode && lines.some(([ticket]) => ticket < 2);
        const made = await books.buy(
          eventId,
          `2026-03-${day}T22:30:00Z`,
          items,
          isCoded ? 'CODE' : undefined,
        );
        const { total } = await world.db
          .selectFrom('orders')
          .select('total')
          .where('id', '=', made.orderId)
          .executeTakeFirstOrThrow();
        const amount = Math.ceil((total * (back ?? 0)) / 1000);
        if (amount > 0) await made.refund('2026-03-30T10:00:00Z', { amount });
      }
      const at = { params: { eventId: String(eventId) }, query: {} };
      const { total, days, tickets } = (await books.owner.call(getEventSalesReport, at)).body.data;
      expect(total.received).toBe(
        total.sales - total.discounts - total.refunded + total.fees + total.taxesAdded,
      );
      expect(sums(days)).toEqual(sums([total]));
      expect(sums(tickets)).toEqual(sums([total]));
      for (const one of [...days, ...tickets])
        expect(one.received).toBe(one.sales - one.discounts - one.refunded + one.fees + one.taxesAdded);
      const taxes = (await books.owner.call(getEventTaxReport, at)).body.data;
      const rates = taxes.charges.filter(({ type }) => type === 'tax');
      expect(sum(rates, ({ netBase, net }) => netBase + net) + taxes.untaxed.netBase).toBe(total.received);
      expect(taxes.total).toMatchObject({
        taxes: total.tax,
        taxesRefunded: total.taxRefunded,
        fees: total.fees,
      });
    }),
    { numRuns: 12, seed: 74 },
  );
});
