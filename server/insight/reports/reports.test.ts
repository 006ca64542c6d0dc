import { getEventCodeReport, getEventSourceReport } from '@entrada/contract/insight/reports/origins';
import { getEventAnswerReport, getEventAttendanceReport } from '@entrada/contract/insight/reports/people';
import { getEventPayoutReport, getEventRefundReport } from '@entrada/contract/insight/reports/returns';
import { getAccountSalesReport, getEventSalesReport } from '@entrada/contract/insight/reports/sales';
import { getAccountTaxReport, getEventTaxReport } from '@entrada/contract/insight/reports/taxes';
import { refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { detailsAs, reserveAs, visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);

test('what was sold adds up from left to right, and what went back has its share of every tax', async () => {
  const plain = await paidShop();
  const { accountId, eventId } = plain;
  const vat = await buildTaxOrFee(db, {
    accountId,
    type: 'tax',
    name: 'VAT',
    rate: '10.0000',
    included: true,
  });
  const city = await buildTaxOrFee(db, { accountId, type: 'tax', name: 'City tax', rate: '5.0000' });
  const fee = await buildTaxOrFee(db, { accountId, type: 'fee', name: 'Booking', rate: '6.0000' });
  // 45.00 + 2.70 = 47.70, of which VAT 4.34; city tax 5 % of 47.70 is 2.39; in all 50.09.
  const ticket = await buildTicket(db, {
    ...{ accountId, eventId, name: 'Taxed', type: 'paid', amount: 4500 },
    taxesAndFees: [vat.id, city.id, fee.id],
  });
  const paid = await paidOrder(2, { ...plain, priceId: ticket.priceId });
  await paid.refund({ attendeeIds: paid.attendeeIds.slice(0, 1) });
  await app.runJobs();

  const { owner, params } = paid;
  const at = { params: { eventId: params.eventId } };
  const sales = (await owner.call(getEventSalesReport, { ...at, query: {} })).body.data;
  const line = {
    ...{ sales: 9000, discounts: 0, refunded: 5009, fees: 540, taxesAdded: 478, received: 5009 },
    ...{ tax: 1346, taxRefunded: 673 },
  };
  expect(sales.total).toEqual({ ...line, orders: 1, sold: 2, ordersWithCode: 0, cancelled: 0 });
  expect(sales.days).toEqual([{ ...line, day: sales.today, orders: 1, sold: 2 }]);
  expect(sales.tickets).toMatchObject([{ ...line, name: 'Taxed', price: 4500, sold: 2 }]);

  const taxes = (await owner.call(getEventTaxReport, { ...at, query: {} })).body.data;
  expect(
    taxes.charges.map((one) => [one.name, one.base, one.collected, one.refunded, one.netBase, one.net]),
  ).toEqual([
    ['VAT', 8672, 868, 434, 4336, 434],
    ['City tax', 8672, 478, 239, 4336, 239],
    ['Booking', 9000, 540, 270, 4500, 270],
  ]);
  expect(taxes.untaxed).toEqual({ base: 0, baseRefunded: 0, netBase: 0 });

  const account = (await owner.call(getAccountSalesReport, { query: {} })).body.data;
  expect(account.currencies).toMatchObject([{ currency: 'EUR', total: line, events: [line] }]);
  const all = (await owner.call(getAccountTaxReport, { query: {} })).body.data;
  expect(all.currencies).toMatchObject([{ currency: 'EUR', total: taxes.total }]);
  const payouts = (await owner.call(getEventPayoutReport, { ...at, query: {} })).body.data;
  expect(payouts).toMatchObject({
    providers: [{ provider: 'test_bank', charged: 10018, refunded: 5009, due: 5009 }],
    byHand: { received: 0, returned: 0 },
  });
  const refunds = (await owner.call(getEventRefundReport, { ...at, query: {} })).body.data;
  expect(refunds.reasons).toEqual([{ reason: 'requested', count: 1, amount: 5009 }]);
  for (const endpoint of [getEventCodeReport, getEventSourceReport, getEventAnswerReport])
    expect((await owner.call(endpoint, { ...at, query: {} })).status).toBe(200);
  expect((await owner.call(getEventAttendanceReport, { ...at, query: {} })).body.data).toMatchObject({
    attendees: 2,
    people: 0,
  });
});

test('money that came too late was never sold, so its way back is no refund', async () => {
  const paid = await paidOrder(1);
  const { eventId, priceId } = paid.shop;
  const buyer = visitor(app);
  const { shortId } = (await reserveAs(buyer, eventId, [{ priceId, quantity: 1 }])).body.data;
  await detailsAs(buyer, shortId);
  await buyer.call(startPayment, { params: { orderShortId: shortId } });
  // Nobody buys a ticket to an event that was called off meanwhile.
  await sql`update app.events set called_off_at = app.now() where id = ${eventId}`.execute(db);
  bank.set(bank.paymentOf(shortId)?.id ?? '', 'succeeded');
  await buyer.call(refreshPayment, { params: { orderShortId: shortId } });
  await app.runJobs();
  const { rows } = await sql`
    select r.reason, r.status from app.refunds r join app.orders o on o.id = r.order_id where o.short_id = ${shortId}`.execute(
    db,
  );
  expect(rows).toEqual([{ reason: 'late_payment', status: 'succeeded' }]);

  const at = { params: { eventId: String(eventId) }, query: {} };
  const { total } = (await paid.owner.call(getEventSalesReport, at)).body.data;
  expect(total).toMatchObject({ sales: 2500, refunded: 0, received: 2500, orders: 1 });
  const payouts = (await paid.owner.call(getEventPayoutReport, at)).body.data;
  expect(payouts).toMatchObject({ providers: [{ payments: 1, charged: 2500, refunded: 0, due: 2500 }] });
  const refunds = (await paid.owner.call(getEventRefundReport, at)).body.data;
  expect(refunds).toMatchObject({ total: { refunds: 0, refunded: 0 }, reasons: [], days: [] });
});

test('days that cannot be, and what is of another account, are refused', async () => {
  const { owner, params } = await paidOrder(1);
  const { eventId } = params;
  for (const query of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2016-01-01', to: '2026-03-01' },
    { from: '2026-02-30' },
  ])
    for (const endpoint of [getEventSalesReport, getEventTaxReport, getEventAttendanceReport])
      expect((await owner.call(endpoint, { params: { eventId }, query })).status).toBe(422);
  const query = { from: '2016-01-01', to: '2026-03-01' };
  expect((await owner.call(getAccountSalesReport, { query })).status).toBe(422);
  const foreign = await buildAccount(db);
  const theirs = await buildEvent(db, { accountId: foreign.accountId });
  const there = { params: { eventId: String(theirs.eventId) }, query: {} };
  expect((await owner.call(getEventSalesReport, there)).status).toBe(404);
  const unknown = { params: { eventId }, query: { question: '999999' } };
  expect((await owner.call(getEventAnswerReport, unknown)).status).toBe(404);
});
