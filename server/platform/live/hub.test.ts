import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { buildShop, detailsAs, reserveAs } from '../../test/shop.ts';
import { createLive } from './hub.ts';

vi.setConfig({ testTimeout: 30_000 });
const one = await buildTestApp({ poolSize: 12 });
const other = await buildTestApp({ database: one.database });
const { db } = one;
type Shop = Awaited<ReturnType<typeof buildShop>>;
const soon = { timeout: 15_000, interval: 20 };

/** Somebody takes a free ticket. */
async function sell({ eventId, priceId }: Shop, app = one): Promise<void> {
  const buyer = app.as();
  const held = await reserveAs(buyer, eventId, [{ priceId, quantity: 1 }]);
  expect((await detailsAs(buyer, held.body.data.shortId)).status).toBe(200);
}

/** The owner of a shop in the session that its factory opened. */
async function actorOf(shop: Shop) {
  const [session] = await db.selectFrom('sessions').select('id').where('user_id', '=', shop.userId).execute();
  return {
    kind: 'user' as const,
    userId: shop.userId,
    accountId: shop.accountId,
    role: 'owner' as const,
    limited: false,
    sessionId: session?.id ?? 0,
    emailConfirmed: true,
    locale: 'en' as const,
  };
}

/** A reader of the feed of its own, whose times are short or long. */
async function openOwn(shop: Shop, times: Parameters<typeof createLive>[0]['times']) {
  const live = createLive({ database: one.database, log: one.app.log, times: times ?? {} });
  onTestFinished(live.close);
  const actor = await actorOf(shop);
  const check = vi.fn(async (): Promise<typeof actor | null> => actor);
  const body = await live.open({ actor, check }, { seconds: 0 });
  let text = '';
  body.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return { heard: () => text, check, body };
}
/**
 * Sells in another process until it is heard of. A change is told when no older transaction of the server runs any more, and
 * the tests beside this one have some.
 */
const sellUntil = (shop: Shop, heard: () => string) =>
  expect
    .poll(
      async () => {
        await sell(shop, other);
        return heard();
      },
      { ...soon, interval: 300 },
    )
    .toContain('"noun":"orders","kind":"new"');

const listeners = `select pid from pg_stat_activity where datname = current_database() and query = 'listen entrada_live'`;

test('a commit wakes the readers of every process before they look by themselves', async () => {
  const shop = await buildShop(db);
  const { heard } = await openOwn(shop, { lookMs: 600_000 });
  await expect.poll(async () => (await one.database.pool.query(listeners)).rowCount, soon).toBeGreaterThan(0);
  await sellUntil(shop, heard);
});

test('whoever lost the connection on which it listens still looks', async () => {
  const shop = await buildShop(db);
  const { heard } = await openOwn(shop, { lookMs: 50 });
  await expect.poll(async () => (await one.database.pool.query(listeners)).rowCount, soon).toBeGreaterThan(0);
  await one.database.pool.query(`select pg_terminate_backend(pid) from (${listeners}) gone`);
  await sell(shop);
  await expect.poll(heard, soon).toContain('"noun":"orders","kind":"new"');
});

test('whoever lost the connection on which it listens listens again within seconds, each time', async () => {
  const shop = await buildShop(db);
  const { heard } = await openOwn(shop, { lookMs: 600_000 });
  const pids = async () =>
    (await one.database.pool.query<{ pid: number }>(listeners)).rows.map(({ pid }) => pid);
  for (let time = 0; time < 3; time += 1) {
    await expect.poll(async () => (await pids()).length, soon).toBeGreaterThan(0);
    const lost = await pids();
    await one.database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [lost]);
    await expect
      .poll(async () => (await pids()).filter((pid) => !lost.includes(pid)).length, soon)
      .toBeGreaterThan(0);
  }
  // Nobody looks by themselves, so only a notification brings this.
  await sellUntil(shop, heard);
});

test('a session is looked at now and then: a role may be taken away without its end', async () => {
  const shop = await buildShop(db);
  const { heard, check, body } = await openOwn(shop, { checkMs: 40 });
  await expect.poll(() => check.mock.calls.length, soon).toBeGreaterThan(1);
  expect(body.destroyed).toBe(false);
  check.mockResolvedValue(null);
  await expect.poll(heard, soon).toContain('event: end');
  await expect.poll(() => body.destroyed, soon).toBe(true);
});

test('a reader who takes nothing is ended, and one who reads gets everything', async () => {
  const shop = await buildShop(db);
  const live = createLive({ database: one.database, log: one.app.log, times: { lookMs: 20 } });
  onTestFinished(live.close);
  const actor = await actorOf(shop);
  const viewer = { actor, check: async () => actor };
  const stuck = await live.open(viewer, { seconds: 0 });
  const reading = await live.open(viewer, { seconds: 0 });
  let text = '';
  reading.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  // The changes of 300 events, about 1 KB each.
  await sql`insert into app.live_feed (account_id, event_id, noun, kind, ids)
    select ${shop.accountId}, event, 'orders', 'changed', array(select generate_series(100000001, 100000100))
    from generate_series(1, 300) event`.execute(db);
  await expect.poll(() => stuck.destroyed, soon).toBe(true);
  await expect.poll(() => (text.match(/"eventId"/g) ?? []).length, soon).toBe(300);
  expect(reading.destroyed).toBe(false);
});
