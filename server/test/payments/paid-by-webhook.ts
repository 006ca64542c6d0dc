import { sql } from 'kysely';
import { findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import { inTransaction } from '../../db/client.ts';
import { OPENED } from '../../payment-providers/test-bank/ledger/model.ts';
import { decideFor } from '../../sales/reservations/factory.ts';
import { holdWithin } from '../../sales/reservations/hold-queries.ts';
import type { TestApp } from '../app.ts';
import { BUYER, type buildShop } from '../shop.ts';
import type { WireBank } from './wire-bank.ts';

type Shop = Awaited<ReturnType<typeof buildShop>>;
export type Waiting = { orderId: number; shortId: string; old: string; payment: string };

/**
 * Creates many orders that wait for their second payment at the bank. Their first payment was cancelled
 * there. The payment page would create the same orders one by one.
 */
export async function buildWaiting(
  app: TestApp,
  bank: WireBank,
  shop: Shop,
  count: number,
): Promise<Waiting[]> {
  const orders = await inTransaction(app.db, async (tx) => {
    const catalog = await findCatalogForSale(tx, shop.eventId);
    if (!catalog) throw new Error('There is no event');
    const items = [{ priceId: shop.priceId, quantity: 1 }];
    const reservations = [];
    for (let n = 0; n < count; n += 1)
      reservations.push(await decideFor(tx, { eventId: shop.eventId, items }, catalog));
    const held = await holdWithin(tx, reservations);
    if (!held) throw new Error('There are too few tickets');
    return held;
  });
  const ids = orders.map(({ id }) => id);
  await sql`update app.orders set first_name = ${BUYER.firstName}, last_name = ${BUYER.lastName}, email = ${BUYER.email},
      send_all_to_buyer = true, payment_status = 'awaiting' where id = any(${ids}::bigint[])`.execute(app.db);
  await sql`insert into app.order_transitions (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)
    select o.account_id, o.id, 'reserved', 'reserved', t.a, t.b, t.reason from app.orders o
    cross join (values (1, 'none', 'awaiting', 'payment_started'), (2, 'awaiting', 'none', 'payment_cancelled'),
      (3, 'none', 'awaiting', 'payment_started')) t(n, a, b, reason)
    where o.id = any(${ids}::bigint[]) order by o.id, t.n`.execute(app.db);
  await sql`insert into app.payments (account_id, order_id, provider, provider_payment_id, idempotency_key, status, amount,
      currency, client_token, reconcile_at)
    select o.account_id, o.id, 'test_bank', t.prefix || o.id, 'order:' || o.id || ':payment:' || t.n, t.status, o.total,
      o.currency, 'token', app.now() + interval '15 seconds'
    from app.orders o cross join (values (1, 'old_', 'cancelled'), (2, 'now_', 'requires_payment')) t(n, prefix, status)
    where o.id = any(${ids}::bigint[]) order by o.id, t.n`.execute(app.db);
  return orders.map(({ id, shortId }) => {
    const known = {
      account: null,
      orderShortId: shortId,
      description: '',
      merchantName: null,
      receiptEmail: null,
      returnUrl: '',
      amount: 2500,
      currency: 'EUR',
      applicationFee: 0,
      ...OPENED,
    };
    const [old, payment] = [`old_${id}`, `now_${id}`];
    bank.payments.set(old, { ...known, id: old, status: 'cancelled' });
    bank.payments.set(payment, { ...known, id: payment, status: 'requires_payment' });
    return { orderId: id, shortId, old, payment };
  });
}
