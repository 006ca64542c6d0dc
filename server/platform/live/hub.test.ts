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

/** A reader of the feed of its own, whose times are short or long. */
async function openOwn(shop: Shop, times: Parameters<typeof createLive>[0]['times']) {
  const live = createLive({ database: one.database, log: one.app.log, times: times ?? {} });
  onTestFinished(live.close);
  const [session] = await db.selectFrom('sessions').select('id').where('user_id', '=', shop.userId).execute();
  const actor = {
    kind: 'user' as const,
    userId: shop.userId,
    accountId: shop.accountId,
    role: 'owner' as const,
    sessionId: session?.id ?? 0,
    emailConfirmed: true,
    locale: 'en' as const,
  };
  const check = vi.fn(async (): Promise<typeof actor | null> => actor);
  const body = await live.open({ actor, check }, { seconds: 0 });
  let text = '';
  body.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return { heard: () => text, check, body };
}
const listeners = `select pid from pg_stat_activity where datname = current_database() and query = 'listen entrada_live'`;

test('a commit wakes the readers of every process before they look by themselves', async () => {
  const shop = await buildShop(db);
  const { heard } = await openOwn(shop, { lookMs: 600_000 });
  await expect.poll(async () => (await one.database.pool.query(listeners)).rowCount, soon).toBeGreaterThan(0);
  await sell(shop, other);
  await expect.poll(heard, soon).toContain('"noun":"orders","kind":"new"');
});

test('whoever lost the connection on which it listens still looks', async () => {
  const shop = await buildShop(db);
  const { heard } = await openOwn(shop, { lookMs: 50 });
  await expect.poll(async () => (await one.database.pool.query(listeners)).rowCount, soon).toBeGreaterThan(0);
  await one.database.pool.query(`select pg_terminate_backend(pid) from (${listeners}) gone`);
  await sell(shop);
  await expect.poll(heard, soon).toContain('"noun":"orders","kind":"new"');
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
