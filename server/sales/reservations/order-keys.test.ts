import { type RawBuilder, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import type { Db, Tx } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';
import { useTestDatabase } from '../../test/database.ts';
import { buildShop } from '../../test/shop.ts';

const { db, pool } = await useTestDatabase();
const mine = await buildShop(db);
const other = await buildShop(db);

type Shop = typeof mine;

/** Two open holds by one statement. Answers their ids. */
async function insertOrders(tx: Db | Tx, events: Pick<Shop, 'accountId' | 'eventId'>[]): Promise<number[]> {
  const rows = events.map(
    ({ accountId, eventId }) => sql`(${accountId}::bigint, ${eventId}::bigint, ${newShortId('o')})`,
  );
  const { rows: made } = await sql<{ id: number }>`
    insert into app.orders (account_id, event_id, short_id, currency, locale, list_total, discount_total, fee_total,
      tax_added_total, tax_included_total, total, expires_at)
    select *, 'EUR', 'en', 0, 0, 0, 0, 0, 0, app.now() + interval '1 hour' from (values ${sql.join(rows)}) v
    returning id`.execute(tx);
  return made.map(({ id }) => id);
}

type Line = Pick<Shop, 'accountId' | 'ticketId' | 'priceId'> & { orderId: number };

/** Lines by one statement. */
async function insertLines(tx: Db | Tx, lines: Line[]): Promise<void> {
  const rows = lines.map(
    ({ accountId, orderId, ticketId, priceId }, at) =>
      sql`(${accountId}::bigint, ${orderId}::bigint, ${ticketId}::bigint, ${priceId}::bigint, ${at}::int)`,
  );
  await sql`
    insert into app.order_items (account_id, order_id, ticket_id, price_id, position, ticket_name, price_label, quantity,
      unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids)
    select *, 'General', '', 1, 0, 0, 0, 0, 0, 0, '[]', '{}' from (values ${sql.join(rows)}) v`.execute(tx);
}

const hold = async () => {
  const [orderId = 0] = await insertOrders(db, [mine]);
  return orderId;
};

const count = async (what: RawBuilder<unknown>) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${what}`.execute(db);
  return rows[0]?.n;
};
const linesOf = (orderId: number) => count(sql`app.order_items where order_id = ${orderId}`);

/** Resolves once a statement of this database waits for a lock. */
const somebodyWaits = () =>
  vi.waitFor(
    async () =>
      expect(
        await count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      ).toBe(1),
    { interval: 10, timeout: 10_000 },
  );

test('an order names an event of its account; one that does not takes the whole statement with it', async () => {
  const before = await count(sql`app.orders`);
  await expect(insertOrders(db, [mine, { ...mine, eventId: other.eventId }])).rejects.toMatchObject({
    code: '23503',
    constraint: 'orders_event',
  });
  await expect(insertOrders(db, [mine, { ...mine, eventId: 999_999 }])).rejects.toThrow('names event 999999');
  expect(await count(sql`app.orders`)).toBe(before);
  expect(await insertOrders(db, [mine, other, mine])).toHaveLength(3);
});

test('a line names an order of its account, and a price of its own ticket and account', async () => {
  const orderId = await hold();
  const [foreignOrder = 0] = await insertOrders(db, [other]);
  const second = await buildTicket(db, { accountId: mine.accountId, eventId: mine.eventId });
  const good = { ...mine, orderId };
  const order = { code: '23503', constraint: 'order_items_order' };
  const price = { code: '23503', constraint: 'order_items_price' };
  await expect(insertLines(db, [good, { ...good, orderId: foreignOrder }])).rejects.toMatchObject(order);
  await expect(insertLines(db, [good, { ...good, orderId: 999_999 }])).rejects.toMatchObject(order);
  await expect(insertLines(db, [good, { ...good, priceId: second.priceId }])).rejects.toMatchObject(price);
  await expect(insertLines(db, [good, { ...other, ...good, priceId: other.priceId }])).rejects.toMatchObject(
    price,
  );
  await expect(
    insertLines(db, [good, { ...good, ticketId: other.ticketId, priceId: other.priceId }]),
  ).rejects.toMatchObject(price);
  expect(await linesOf(orderId)).toBe(0);
  await insertLines(db, [good, { ...good, ...second }]);
  expect(await linesOf(orderId)).toBe(2);
});

test('in one transaction an order and its lines are written, and lines for an order that was there before', async () => {
  const old = await hold();
  await db.transaction().execute(async (tx) => {
    const [young = 0] = await insertOrders(tx, [mine]);
    await insertLines(tx, [
      { ...mine, orderId: old },
      { ...mine, orderId: young },
    ]);
    await sql`savepoint s`.execute(tx);
    const [younger = 0] = await insertOrders(tx, [mine]);
    await insertLines(tx, [{ ...mine, orderId: younger }]);
  });
  expect(await linesOf(old)).toBe(1);
});

test('what orders and lines name stays, and so do their own keys', async () => {
  const orderId = await hold();
  await insertLines(db, [{ ...mine, orderId }]);
  const refused = 'The keys of a row of';
  for (const statement of [
    sql`update app.orders set event_id = ${other.eventId}, account_id = ${other.accountId} where id = ${orderId}`,
    sql`update app.order_items set order_id = order_id + 1 where order_id = ${orderId}`,
    sql`update app.order_items set price_id = ${other.priceId} where order_id = ${orderId}`,
    sql`update app.ticket_prices set ticket_id = ${other.ticketId} where id = ${mine.priceId}`,
    sql`update app.events set account_id = ${other.accountId} where id = ${mine.eventId}`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(refused);
  await sql`update app.order_items set price_id = price_id where order_id = ${orderId}`.execute(db);
  await expect(sql`delete from app.events where id = ${mine.eventId}`.execute(db)).rejects.toThrow(
    'has orders',
  );
  // Its prices would go with it.
  await expect(sql`delete from app.tickets where id = ${mine.ticketId}`.execute(db)).rejects.toMatchObject({
    code: '23503',
    constraint: 'order_items_price',
  });
  await expect(
    sql`delete from app.ticket_prices where id = ${mine.priceId}`.execute(db),
  ).rejects.toMatchObject({
    code: '23503',
    constraint: 'order_items_price',
  });
  await sql`delete from app.orders where id = ${orderId}`.execute(db);
  expect(await linesOf(orderId)).toBe(0);
});

/** A price of its own with an order that may get a line for it. */
async function priceAndOrder() {
  const ticket = await buildTicket(db, { accountId: mine.accountId, eventId: mine.eventId });
  return { ...mine, ...ticket, orderId: await hold() };
}

test.each(['a price', 'an order'])(
  'whoever deletes %s waits for the line that names it, and sees it',
  async (what) => {
    const line = await priceAndOrder();
    const remove =
      what === 'a price'
        ? sql`delete from app.ticket_prices where id = ${line.priceId}`
        : sql`delete from app.orders where id = ${line.orderId}`;
    const removed = await db.transaction().execute(async (tx) => {
      await insertLines(tx, [line]);
      const waiting = remove.execute(db).then(
        () => 'gone',
        (error: { constraint: string }) => error.constraint,
      );
      await somebodyWaits();
      return { waiting };
    });
    expect(await removed.waiting).toBe(what === 'a price' ? 'order_items_price' : 'gone');
    expect(await linesOf(line.orderId)).toBe(what === 'a price' ? 1 : 0);
  },
);

test.each([
  ['a price', 'order_items_price'],
  ['an order', 'order_items_order'],
])('a line waits for whoever deletes %s, and is refused', async (what, constraint) => {
  const line = await priceAndOrder();
  const written = await db.transaction().execute(async (tx) => {
    await (what === 'a price'
      ? sql`delete from app.ticket_prices where id = ${line.priceId}`
      : sql`delete from app.orders where id = ${line.orderId}`
    ).execute(tx);
    const waiting = insertLines(db, [line]).then(
      () => 'written',
      (error: { constraint: string }) => error.constraint,
    );
    await somebodyWaits();
    return { waiting };
  });
  expect(await written.waiting).toBe(constraint);
  expect(await linesOf(line.orderId)).toBe(0);
});

test('a transaction with one snapshot, which would not see new orders, deletes nothing that orders name', async () => {
  const orderId = await hold();
  const { eventId, priceId } = await buildTicket(db, {
    accountId: mine.accountId,
    eventId: mine.eventId,
  }).then((ticket) => ({ ...mine, ...ticket }));
  for (const statement of [
    `delete from app.events where id = ${eventId}`,
    `delete from app.ticket_prices where id = ${priceId}`,
    `delete from app.orders where id = ${orderId}`,
  ]) {
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read');
      await expect(client.query(statement)).rejects.toThrow('read committed');
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

test('emptying a table takes along or refuses what deleting its rows does', async () => {
  const orderId = await hold();
  await insertLines(db, [{ ...mine, orderId }]);
  const undo = new Error('undo');
  const empty = (tables: string, look: (tx: Tx) => Promise<void>) =>
    db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(`truncate ${tables} restart identity cascade`).execute(tx);
        await look(tx);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  await expect(empty('app.ticket_prices', async () => undefined)).rejects.toThrow('Prices have orders');
  for (const tables of ['app.orders', 'app.events', 'app.accounts, app.users'])
    await empty(tables, async (tx) => {
      const { rows } = await sql`select id from app.order_items`.execute(tx);
      expect(rows, tables).toEqual([]);
    });
  expect(await linesOf(orderId)).toBe(1);
});
