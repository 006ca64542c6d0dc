import { type ExportName, exportPath } from '@entrada/contract/sales/exports';
import { markOrderPaid } from '@entrada/contract/sales/orders';
import { createRefund } from '@entrada/contract/sales/refunds';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTaxOrFee, buildTicket } from '../../../catalog/tickets/factory.ts';
import { keepInvariants } from '../../../test/invariants.ts';
import { taxedShop } from '../../../test/payments/invoicing.ts';
import { useRefundingApp } from '../../../test/payments/refunding.ts';
import { buildAwaitingOrder } from '../../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const { app, db, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);

/** A shop whose tickets carry a fee, an included tax and an added one. One ticket carries no tax at all. */
const plain = await paidShop(100);
const { accountId, eventId } = plain;
const tax = { accountId, type: 'tax' } as const;
const vat = await buildTaxOrFee(db, { ...tax, name: 'VAT', rate: '21.0000', included: true });
const city = await buildTaxOrFee(db, { ...tax, name: 'City tax', rate: '3.3333' });
const fee = await buildTaxOrFee(db, { accountId, type: 'fee', name: 'Booking', rate: '6.0000' });
const taxed = await buildTicket(db, {
  accountId,
  eventId,
  name: 'Taxed',
  type: 'paid',
  amount: 3333,
  taxesAndFees: [vat.id, city.id, fee.id],
});
const shop = { ...plain, priceId: taxed.priceId };
const owner = app.as({ token: shop.token });

const params = (orderId: number) => ({ eventId: String(eventId), orderId: String(orderId) });
const awaited = () =>
  buildAwaitingOrder(db, {
    eventId,
    items: [{ priceId: taxed.priceId, quantity: 1 }],
    dueAt: new Date(Date.now() + 86_400_000),
    sendMails: false,
  });

const whole = await paidOrder(3, shop);
const single = await paidOrder(2, shop);
const part = await paidOrder(1, shop);
const disputed = await paidOrder(1, shop);
await paidOrder(2, plain);
const byHand = await awaited();
await awaited();
await whole.refund({ amount: (await whole.order()).total });
await single.refund({ attendeeIds: single.attendeeIds.slice(0, 1) });
await part.refund({ amount: 1001 });
await app.runJobs();
await part.refund({ amount: 7 });
await app.runJobs();
await owner.call(markOrderPaid, { params: params(byHand.orderId) });
await owner.call(createRefund, {
  params: params(byHand.orderId),
  body: { amount: 500, cancel: false, notify: false, note: 'Came alone' },
});
await db
  .insertInto('disputes')
  .values({
    account_id: accountId,
    order_id: disputed.payment.orderId,
    payment_id: disputed.payment.id,
    provider_dispute_id: 'dp_1',
    amount: 1234,
    currency: 'EUR',
    reason: 'fraudulent',
    status: 'lost',
  })
  .execute();
await db
  .insertInto('audit_entries')
  .values({
    account_id: accountId,
    action: 'dispute.opened',
    target_type: 'order',
    target_id: disputed.payment.orderId,
    after: JSON.stringify({
      disputeId: (await db.selectFrom('disputes').select('id').executeTakeFirstOrThrow()).id,
    }),
  })
  .execute();

/** A file as a bookkeeper opens it: rows by header. */
async function open(what: ExportName, of = shop): Promise<Record<string, unknown>[]> {
  const url = `/api${exportPath(of.eventId, what, 'xlsx')}`;
  const reply = await app.as({ token: of.token }).send({ method: 'GET', url });
  expect(reply.statusCode, reply.body).toBe(200);
  const [headers = [], ...rows] = (await readXlsx(new Uint8Array(reply.rawPayload))).sheets[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(headers.map((header, at) => [String(header), row[at]])));
}

/** The sum of a column in minor units. A cell that holds no number counts as a mistake. */
const sum = (rows: Record<string, unknown>[], column: string) =>
  rows.reduce((total, row) => {
    const cell = row[column] ?? 0;
    expect(typeof cell, `${column}: ${cell}`).toBe('number');
    return total + Math.round(Number(cell) * 100);
  }, 0);

const one = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(db)).rows[0]?.n;

const TAXES = { 'VAT (21%), included': 'VAT', 'City tax (3.3333%)': 'City tax' };

test('the tax to pay is that of what was sold, less that of what went back', async () => {
  const orders = await open('orders');
  const refunds = await open('refunds');
  const sold = orders.filter((row) => row['Completed (UTC)'] ?? row['Completed (Europe/Madrid)']);
  expect(sold).toHaveLength(6);
  for (const [column, name] of Object.entries(TAXES)) {
    const charge = (of: string) =>
      sql`(select coalesce(sum((c->>'value')::int), 0) from jsonb_array_elements(${sql.raw(of)}.charges) c where c->>'name' = ${name})`;
    const owed = await one(sql<{ n: number }>`select sum(i.quantity * ${charge('i')})::int as n
      from app.orders o join app.order_items i on i.order_id = o.id
      where o.event_id = ${eventId} and o.completed_at is not null`);
    // Whole tickets give back their own tax, amounts their share.
    const back = await one(sql<{ n: number }>`
      select (select sum(i.quantity * ${charge('i')}) from app.order_items i where i.order_id = ${whole.payment.orderId})::int
        + (select ${charge('i')} from app.order_items i where i.order_id = ${single.payment.orderId})::int
        + (select round(${charge('i')} * 1008 / o.total::numeric) from app.order_items i join app.orders o on o.id = i.order_id
          where o.id = ${part.payment.orderId})::int
        + (select round(${charge('i')} * 500 / o.total::numeric) from app.order_items i join app.orders o on o.id = i.order_id
          where o.id = ${byHand.orderId})::int as n`);
    expect(back).toBeGreaterThan(0);
    // Two refunds of one order round twice.
    expect(
      Math.abs(sum(sold, column) - sum(refunds, column) - ((owed ?? 0) - (back ?? 0))),
    ).toBeLessThanOrEqual(1);
    expect(sum(sold, column)).toBe(owed);
  }
  const net = sum(sold, 'Net') + Object.keys(TAXES).reduce((all, column) => all + sum(sold, column), 0);
  expect(net).toBe(sum(sold, 'Total'));
});

test('what was refunded, in the file of refunds as in that of the orders', async () => {
  const refunded = await one(
    sql<{ n: number }>`select sum(amount)::int as n from app.refunds where status = 'succeeded'`,
  );
  const refunds = await open('refunds');
  expect(sum(refunds, 'Refunded')).toBe(refunded);
  expect(sum(await open('orders'), 'Refunded')).toBe(refunded);
  const parts = ['Net', ...Object.keys(TAXES)].map((column) => sum(refunds, column));
  expect(parts.reduce((all, value) => all + value)).toBe(refunded);
  expect(refunds.map((row) => [row['Reason'], row['Payment method']])).toContainEqual([
    'Returned by hand',
    'Without a card',
  ]);
  expect(refunds.filter((row) => row['Refund reference'])).toHaveLength(4);
});

test('what each way of paying brought, less refunds and lost disputes', async () => {
  const orders = await open('orders');
  const methods = Map.groupBy(
    orders.filter((row) => Number(row['Paid']) > 0),
    (row) => row['Payment method'],
  );
  const left = (rows: Record<string, unknown>[] = []) =>
    sum(rows, 'Paid') - sum(rows, 'Refunded') - sum(rows, 'Lost to disputes');
  expect([...methods.keys()].sort()).toEqual(['Test bank', 'Without a card']);
  const bank = await one(sql<{ n: number }>`
    select ((select sum(amount) from app.payments where status = 'succeeded')
      - (select sum(amount) from app.refunds where status = 'succeeded' and payment_id is not null)
      - (select sum(amount) from app.disputes where status = 'lost'))::int as n`);
  const hand = await one(sql<{ n: number }>`
    select ((select sum(o.total) from app.orders o where o.completed_at is not null
        and not exists (select from app.payments p where p.order_id = o.id))
      - (select sum(amount) from app.refunds where status = 'succeeded' and payment_id is null))::int as n`);
  expect(left(methods.get('Test bank'))).toBe(bank);
  expect(left(methods.get('Without a card'))).toBe(hand);
});

test('the lines of the orders come to the orders, and every payment can be found at the provider', async () => {
  const orders = await open('orders');
  const lines = await open('order-lines');
  for (const column of [
    'Subtotal',
    'Discount',
    'Fees',
    'Booking (6%)',
    'Net',
    ...Object.keys(TAXES),
    'Total',
  ])
    expect(sum(lines, column), column).toBe(sum(orders, column));
  const references = orders.map((row) => row['Payment reference']).filter(Boolean);
  const known = await db.selectFrom('payments').select('provider_payment_id as id').execute();
  expect(references.sort()).toEqual(known.map(({ id }) => id).sort());
});

test('each refund of an invoiced order says the net and the taxes of its credit note', async () => {
  const invoicing = await taxedShop(db, await paidShop(50));
  const paid = await paidOrder(3, invoicing);
  for (const refund of [
    { amount: 7 },
    { attendeeIds: paid.attendeeIds.slice(0, 1) },
    { amount: 1001 },
    { amount: 333 },
  ]) {
    await paid.refund(refund);
    await app.runJobs();
  }
  const notes = await db
    .selectFrom('credit_notes')
    .select(['prefix', 'number', 'content'])
    .where('account_id', '=', invoicing.accountId)
    .orderBy('id')
    .execute();
  expect(notes).toHaveLength(4);
  const rows = await open('refunds', invoicing);
  const minor = (cell: unknown) => Math.round(Number(cell) * 100);
  for (const { prefix, number, content } of notes) {
    const row =
      rows.find((one) => one['Credit note'] === `${prefix}${String(number).padStart(5, '0')}`) ?? {};
    const { netMinor, totalMinor } = content as { netMinor: number; totalMinor: number };
    const taxes = Object.entries(row).filter(([header]) => header.includes('%'));
    expect(taxes.length).toBeGreaterThan(0);
    expect([minor(row['Refunded']), minor(row['Net'])]).toEqual([totalMinor, netMinor]);
    expect(taxes.reduce((sum, [, cell]) => sum + minor(cell), 0)).toBe(totalMinor - netMinor);
  }
});
