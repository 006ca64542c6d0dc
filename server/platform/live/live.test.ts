import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { logout, switchAccount } from '@entrada/contract/accounts/accounts';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { addOrderNote } from '@entrada/contract/sales/notes';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildSession } from '../../accounts/factory.ts';
import { inTransaction } from '../../db/client.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildAnswered } from '../../test/catalog/answered-order.ts';
import { follow } from '../../test/event-stream.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';
import { trimFeed } from './queries.ts';

vi.setConfig({ testTimeout: 30_000 });
const one = await buildTestApp({ poolSize: 12 });
const other = await buildTestApp({ database: one.database });
const { db } = one;
type Shop = Awaited<ReturnType<typeof buildShop>>;
const soon = { timeout: 15_000, interval: 20 };

/** Somebody takes a free ticket. Answers the id of the order. */
async function sell({ eventId, priceId }: Shop, app = one): Promise<number> {
  const buyer = app.as();
  const held = await reserveAs(buyer, eventId, [{ priceId, quantity: 1 }]);
  const { shortId } = held.body.data;
  expect((await detailsAs(buyer, shortId)).status).toBe(200);
  const order = db.selectFrom('orders').select('id').where('short_id', '=', shortId);
  return (await order.executeTakeFirstOrThrow()).id;
}

/** A line of the feed, in a transaction that commits when it is told to. */
function pending(accountId: number, eventId: number, id: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const done = inTransaction(db, async (tx) => {
    await sql`insert into app.live_feed (account_id, event_id, noun, kind, ids)
      values (${accountId}, ${eventId}, 'orders', 'new', ${[id]}::bigint[])`.execute(tx);
    written.resolve();
    await promise;
  });
  const commit = () => {
    resolve();
    return done;
  };
  return { written: written.promise, commit };
}
const idsOf = (stream: Awaited<ReturnType<typeof follow>>) => stream.changes().flatMap(({ ids }) => ids);

test('an order that one process completes is told by the other, once, to its own account only', async () => {
  const shop = await buildShop(db);
  const stranger = await buildShop(db);
  const here = await follow(other, shop.token);
  const there = await follow(other, stranger.token);
  expect(here.status).toBe(200);
  expect(here.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const orderId = await sell(shop);
  await expect
    .poll(() => here.changes(), soon)
    .toContainEqual({
      eventId: shop.eventId,
      noun: 'orders',
      kind: 'new',
      ids: [orderId],
      count: 1,
    });
  const strange = await sell(stranger);
  await expect.poll(() => idsOf(there), soon).toContain(strange);
  expect(idsOf(here)).toEqual([orderId]);
  expect(idsOf(there)).toEqual([strange]);
});

test('cancellations and scans are told with what they touch, and nothing personal is', async () => {
  const shop = await buildShop(db);
  const orderId = await sell(shop);
  const owner = one.as({ token: shop.token });
  const params = { eventId: String(shop.eventId) };
  const list = await owner.call(createCheckInList, {
    params,
    body: {
      name: 'Gate',
      description: '',
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      expiresAt: null,
    },
  });
  const attendee = await db
    .selectFrom('attendees')
    .select(['id', 'reference'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const stream = await follow(one, shop.token);
  await one.as().call(checkIn, {
    params: { listShortId: list.body.data.shortId },
    body: {
      method: 'search',
      reference: attendee.reference,
      device: 'gate',
      nonce: randomBytes(16).toString('base64url'),
      scannedAt: new Date().toISOString(),
    },
  });
  const about = (noun: string) => stream.changes().filter((change) => change.noun === noun);
  await expect.poll(() => about('check-ins').at(0)?.ids, soon).toEqual([list.body.data.id]);
  await owner.call(cancelOrder, { params: { ...params, orderId: String(orderId) }, body: { notify: false } });
  await expect.poll(() => about('attendees').flatMap(({ ids }) => ids), soon).toContain(attendee.id);
  await expect.poll(() => about('orders').at(-1), soon).toMatchObject({ kind: 'changed', ids: [orderId] });
  expect(JSON.stringify(stream.heard)).not.toMatch(/@|Lucía/);
});

test('notes, what became of mails, and answers that change later are told with their order', async () => {
  const it = await buildAnswered(one, [{ title: 'Diet', says: 'Vegn' }]);
  const [diet = 0] = it.ids;
  const orderId = Number(it.ofOrder.orderId);
  const owner = it.client;
  const stream = await follow(one, it.token);
  await expect.poll(() => stream.names(), soon).toContain('hello');
  const told = (noun: string) => stream.changes().filter((change) => change.noun === noun);
  // The answers that came with the order are not told apart from it.
  const { rows } =
    await sql`select from app.live_feed where event_id = ${it.eventId} and noun = 'answers'`.execute(db);
  expect(rows).toEqual([]);
  await owner.call(addOrderNote, { params: it.ofOrder, body: { text: 'Folding chair for Lucía' } });
  await expect.poll(() => told('notes'), soon).toMatchObject([{ kind: 'changed', ids: [orderId] }]);
  await it.save({ questionId: diet, was: 'Vegn', answer: 'Vegan' });
  await expect.poll(() => told('answers'), soon).toMatchObject([{ ids: [orderId] }]);
  await one.runJobs();
  await expect.poll(() => told('mails').flatMap(({ ids }) => ids), soon).toContain(orderId);
  expect(JSON.stringify(stream.heard)).not.toMatch(/@|Lucía|Vegan/);
});

test('whoever returns by the last id gets what was committed meanwhile, in any order, once', async () => {
  const { accountId, eventId, token } = await buildShop(db);
  const first = await follow(one, token);
  await expect.poll(() => first.names(), soon).toContain('hello');
  // The first transaction begins before the stream is left, and commits last.
  const slow = pending(accountId, eventId, 1);
  await slow.written;
  const quick = pending(accountId, eventId, 2);
  await quick.written;
  await quick.commit();
  const seen = idsOf(first);
  first.leave();
  const back = await follow(other, token, { lastEventId: first.lastId() });
  await slow.commit();
  const third = pending(accountId, eventId, 3);
  await third.commit();
  await expect.poll(() => idsOf(back), soon).toContain(3);
  expect([...seen, ...idsOf(back)].sort()).toEqual([1, 2, 3]);
});

test('a stream that was cut for most of an hour gets what happened since, without a gap', async () => {
  const { accountId, eventId, token } = await buildShop(db);
  const first = await follow(one, token);
  await expect.poll(() => first.names(), soon).toContain('hello');
  first.leave();
  const [epoch, xid, seconds] = first.lastId().split('-');
  await sql`insert into app.live_feed (at, account_id, event_id, noun, kind, ids) values
    (clock_timestamp() - interval '58 minutes', ${accountId}, ${eventId}, 'orders', 'new', '{7}')`.execute(
    db,
  );
  await trimFeed(db);
  const back = await follow(one, token, { lastEventId: `${epoch}-${xid}-${Number(seconds) - 3_540}` });
  await expect.poll(() => idsOf(back), soon).toEqual([7]);
  await expect.poll(() => back.names(), soon).toContain('hello');
  expect(back.names()).not.toContain('reset');
});

test('random commits and random reconnects: every change comes exactly once', async () => {
  const { accountId, eventId, token } = await buildShop(db);
  const got: number[] = [];
  const total = 60;
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let nth = 0; nth < total / 6; nth += 1) {
      const line = pending(accountId, eventId, writer * 100 + nth);
      await line.written;
      await wait(Math.random() * 60);
      await line.commit();
    }
  });
  const all = Promise.all(writers);
  let id: string | undefined;
  let turns = 0;
  while (got.length < total && turns < 60) {
    const stream = await follow(
      turns % 2 === 0 ? one : other,
      token,
      id === undefined ? {} : { lastEventId: id },
    );
    await expect.poll(() => stream.names(), soon).toContain('hello');
    await wait(Math.random() * 120);
    stream.leave();
    got.push(...idsOf(stream));
    id = stream.lastId();
    turns += 1;
  }
  await all;
  expect(new Set(got).size).toBe(got.length);
  expect(got.length).toBe(total);
});

test('an id that is too old, of another life of the feed, or invented begins with a reset', async () => {
  const { token } = await buildShop(db);
  const first = await follow(one, token);
  await expect.poll(() => first.names(), soon).toContain('hello');
  const [epoch, xid, seconds] = first.lastId().split('-');
  const ids = [
    `${epoch}-${xid}-${Number(seconds) - 3_601}`,
    `00000000-${xid}-${seconds}`,
    `${epoch}-${Number(xid) + 1_000_000}-${seconds}`,
    'x',
  ];
  for (const lastEventId of ids) {
    const stream = await follow(one, token, { lastEventId });
    await expect.poll(() => stream.names(), soon).toContain('reset');
  }
  const byQuery = await follow(one, token, { query: `?after=${first.lastId()}` });
  await expect.poll(() => byQuery.names(), soon).toContain('hello');
});

test('a crash of the database, which empties the feed, is told to open streams as a reset', async () => {
  const { token } = await buildShop(db);
  const stream = await follow(one, token);
  await expect.poll(() => stream.names(), soon).toContain('hello');
  await sql`truncate app.live_feed, app.live_epoch`.execute(db);
  await expect.poll(() => stream.names(), soon).toContain('reset');
});

test('a first look gets what happened since its page was made', async () => {
  const shop = await buildShop(db);
  const orderId = await sell(shop);
  const stream = await follow(one, shop.token, { query: '?age=30' });
  await expect.poll(() => idsOf(stream), soon).toEqual([orderId]);
  const invalid = await follow(one, shop.token, { query: '?age=-1' });
  expect(invalid.status).toBe(422);
});

test('a session that ends or moves to another account ends its streams in every process, and only those', async () => {
  const { accountId, userId, token } = await buildShop(db);
  const second = await buildSession(db, userId, accountId);
  const third = await buildSession(db, userId, accountId);
  const elsewhere = await buildShop(db);
  await db
    .insertInto('memberships')
    .values({ account_id: elsewhere.accountId, user_id: userId, role: 'organizer' })
    .execute();
  const [gone, moved, stays] = await Promise.all([token, second, third].map((each) => follow(other, each)));
  await one.as({ token }).call(logout, {});
  await one.as({ token: second }).call(switchAccount, { body: { accountId: elsewhere.accountId } });
  for (const stream of [gone, moved]) {
    await expect.poll(() => stream?.names().at(-1), soon).toBe('end');
    await expect.poll(() => stream?.isOver(), soon).toBe(true);
  }
  expect(stays?.isOver()).toBe(false);
  const stranger = await follow(one, token);
  expect(stranger.status).toBe(401);
});

test('a user has a limited number of streams, and a place is free again when one is left', async () => {
  const { token } = await buildShop(db);
  const streams = await Promise.all(Array.from({ length: 12 }, () => follow(one, token)));
  const refused = await follow(one, token);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('30');
  streams[0]?.leave();
  await expect.poll(async () => (await follow(one, token)).status, soon).toBe(200);
});

test('a hold writes nothing to the feed, and its completion one line', async () => {
  const shop = await buildShop(db);
  const lines = async () =>
    (
      await sql`select noun, kind from app.live_feed
      where account_id = ${shop.accountId} and noun <> 'door'`.execute(db)
    ).rows;
  const buyer = one.as();
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 3 }]);
  expect(await lines()).toEqual([]);
  await detailsAs(buyer, held.body.data.shortId);
  expect(await lines()).toEqual([{ noun: 'orders', kind: 'new' }]);
});

test('HEAD is answered and opens nothing; a caller without a session gets 401', async () => {
  const { token } = await buildShop(db);
  const head = await one.as({ token }).send({ method: 'HEAD', url: '/api/live' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect((await one.as().send({ method: 'GET', url: '/api/live' })).statusCode).toBe(401);
});

test('the feed forgets what nobody can ask for', async () => {
  const { accountId, eventId } = await buildShop(db);
  await sql`insert into app.live_feed (at, account_id, event_id, noun, kind, ids) values
    (clock_timestamp() - interval '63 minutes', ${accountId}, ${eventId}, 'orders', 'new', '{1}'),
    (clock_timestamp() - interval '61 minutes', ${accountId}, ${eventId}, 'orders', 'new', '{2}')`.execute(
    db,
  );
  await trimFeed(db);
  const { rows } = await sql`select ids from app.live_feed where account_id = ${accountId}`.execute(db);
  expect(rows).toEqual([{ ids: [2] }]);
});

test('an application with open streams closes at once, and they end', async () => {
  const third = await buildTestApp({ database: one.database });
  const { token } = await buildShop(db);
  const stream = await follow(third, token);
  await expect.poll(() => stream.names(), soon).toContain('hello');
  const closed = third.app.close().then(() => 'closed');
  expect(await Promise.race([closed, wait(10_000, 'hangs')])).toBe('closed');
  await expect.poll(() => stream.isOver(), soon).toBe(true);
});
