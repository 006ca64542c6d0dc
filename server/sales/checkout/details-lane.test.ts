import { getOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER, buildShop, reserveAs, stockOf } from '../../test/shop.ts';

const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const bodyOf = (buyer = BUYER) => ({
  ...buyer,
  emailConfirmation: buyer.email,
  sendAllToBuyer: true,
  attendees: [],
});

async function hold(shop: { eventId: number; priceId: number }, quantity = 1) {
  const client = app.as();
  const { shortId } = (await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }])).body
    .data;
  const save = (key: string, buyer = BUYER) =>
    client.call(
      saveOrderDetails,
      { params: { orderShortId: shortId }, body: bodyOf(buyer) },
      { idempotencyKey: key },
    );
  const seen = async () =>
    (await client.call(getOrder, { params: { orderShortId: shortId } })).body.data.tickets;
  return { shortId, save, seen };
}

test('a crowd that claims free tickets at once is completed together, each with its own answer', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 100 } });
  const other = await buildShop(db, { ticket: { quantity: 100 } });
  const held = await Promise.all(Array.from({ length: 30 }, (_, n) => hold(n % 3 === 0 ? other : shop, 2)));
  const gone = await hold(shop, 1);
  await sql`update app.orders set expires_at = app.now() - interval '1 second' where short_id = ${gone.shortId}`.execute(
    db,
  );
  const [late, ...replies] = await Promise.all([gone, ...held].map(({ save }) => save(app.key())));
  expect(late?.problem).toMatchObject({ status: 409, code: 'ORDER_EXPIRED' });
  expect(
    replies.map((reply) => [reply.status, reply.body.data.badge, reply.body.data.tickets.length]),
  ).toEqual(held.map(() => [200, 'COMPLETED', 2]));
  const seen = await Promise.all(held.map((one) => one.seen()));
  expect(seen.map((tickets) => tickets.map(({ code: _, ...ticket }) => ticket))).toEqual(
    replies.map((reply) => reply.body.data.tickets),
  );
  expect(new Set(seen.flat().map(({ code }) => code)).size).toBe(held.length * 2);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 40, reserved: 1 });
  expect(await stockOf(db, other.counterId)).toEqual({ sold: 20, reserved: 0 });
});

test('the same key again answers the order as it stands; with other details it is refused', async () => {
  const shop = await buildShop(db);
  const { save } = await hold(shop);
  const key = app.key();
  const first = await save(key);
  const again = await Promise.all([save(key), save(key)]);
  for (const reply of again) expect(reply.body).toEqual(first.body);
  const changed = await save(key, { ...BUYER, firstName: 'Otra' });
  expect(changed.problem).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect((await save(app.key())).problem.code).toBe('ORDER_COMPLETED');
});

test('a buyer may correct the details until the order is paid', async () => {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500 } });
  const { save } = await hold(shop);
  expect((await save(app.key())).body.data.step).toBe('payment');
  const corrected = (await save(app.key(), { ...BUYER, firstName: 'Lucia' })).body.data;
  expect(corrected).toMatchObject({ step: 'payment', buyer: { firstName: 'Lucia' } });
});

test('one order that cannot be written does not stop the others', async () => {
  const shop = await buildShop(db);
  const held = await Promise.all(Array.from({ length: 8 }, () => hold(shop)));
  await sql`create function app.test_poison() returns trigger language plpgsql as
    $$ begin if new.first_name = 'Poison' then raise exception 'poison'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger test_poison before insert on app.attendees for each row execute function app.test_poison()`.execute(
    db,
  );
  const replies = await Promise.all(
    held.map(({ save }, n) => save(app.key(), { ...BUYER, firstName: n === 3 ? 'Poison' : 'Ana' })),
  );
  await sql`drop trigger test_poison on app.attendees`.execute(db);
  expect(replies.map((reply) => reply.status)).toEqual(held.map((_, n) => (n === 3 ? 500 : 200)));
});
