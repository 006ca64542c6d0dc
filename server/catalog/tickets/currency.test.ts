import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { getTicket } from '@entrada/contract/catalog/tickets';
import { listAuditEntries } from '@entrada/contract/insight/audit-log';
import { abandonOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { buildEvent } from '../events/factory.ts';
import { buildPromoCode, buildTicket } from './factory.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const { accountId, token } = await buildAccount(db);
const owner = app.as({ token });

async function concert(amount = 2500) {
  const { eventId } = await buildEvent(db, { accountId, currency: 'EUR' });
  const ticket = await buildTicket(db, { accountId, eventId, type: 'paid', amount });
  const params = { eventId: String(eventId) };
  const read = async () => (await owner.call(getEvent, { params })).body.data;
  const change = async (currency: 'USD' | 'JPY' | 'KWD') =>
    owner.call(updateEvent, { params, body: { version: (await read()).version, currency } });
  const priceOf = async () =>
    (await owner.call(getTicket, { params: { ...params, ticketId: String(ticket.ticketId) } })).body.data
      .prices[0]?.amount;
  return { eventId, ...ticket, read, change, priceOf };
}

test('figures stay as they read, in a currency with other places too, and the log tells of it', async () => {
  const { eventId, read, change, priceOf } = await concert();
  const code = await buildPromoCode(db, { accountId, eventId, discountType: 'fixed', amount: 500 });
  expect((await read()).hasSales).toBe(false);
  expect((await change('KWD')).body.data.currency).toBe('KWD');
  expect(await priceOf()).toBe(25_000);
  expect((await change('JPY')).body.data.currency).toBe('JPY');
  expect(await priceOf()).toBe(25);
  const { amount } = await db
    .selectFrom('promo_codes')
    .select('amount')
    .where('id', '=', code.promoCodeId)
    .executeTakeFirstOrThrow();
  expect(amount).toBe(5);
  const log = await owner.call(listAuditEntries, { query: { kind: 'event', record: String(eventId) } });
  expect(log.body.data[0]?.changed).toEqual([{ field: 'currency', from: 'KWD', to: 'JPY' }]);
});

test('an amount with decimals that the currency lacks is named, and nothing changes', async () => {
  const { read, change, priceOf } = await concert(1250);
  const refused = await change('JPY');
  expect(refused.status).toBe(422);
  expect(refused.problem.errors).toEqual([{ path: 'currency', code: 'currency_places' }]);
  expect([(await read()).currency, await priceOf()]).toEqual(['EUR', 1250]);
});

test('a held place fixes the currency; one that was given up without a buyer does not', async () => {
  const { eventId, priceId, read, change } = await concert();
  const buyer = visitor(app);
  const { shortId: orderShortId } = (await reserveAs(buyer, eventId, [{ priceId, quantity: 1 }])).body.data;
  const refused = await change('USD');
  expect([refused.status, refused.problem.code]).toEqual([409, 'CURRENCY_LOCKED']);
  expect((await read()).hasSales).toBe(true);
  await buyer.call(abandonOrder, { params: { orderShortId } });
  expect((await read()).hasSales).toBe(false);
  expect((await change('USD')).status).toBe(200);
});

test('a change and a reservation at once: every order is in the currency that its event has', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { eventId, priceId, counterId, read, change } = await concert();
    const [changed, ...reserved] = await Promise.all([
      change('USD'),
      ...[1, 2, 3].map(() => reserveAs(visitor(app), eventId, [{ priceId, quantity: 1 }])),
    ]);
    expect([200, 409]).toContain(changed.status);
    const { currency } = await read();
    expect(currency).toBe(changed.status === 200 ? 'USD' : 'EUR');
    const orders = await db.selectFrom('orders').select('currency').where('event_id', '=', eventId).execute();
    expect(orders.every((order) => order.currency === currency)).toBe(true);
    const held = reserved.filter(({ status }) => status === 201).length;
    expect(orders).toHaveLength(held);
    expect((await stockOf(db, counterId)).reserved).toBe(held);
  }
});
