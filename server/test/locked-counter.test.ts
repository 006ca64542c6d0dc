import { randomBytes } from 'node:crypto';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { expect, test } from 'vitest';
import { insertAttendee } from '../door/check-in/attendee-fixture.ts';
import { deriveKeys, SIGNATURE_HEADER, signWebhook } from '../payment-providers/test-bank/signature.ts';
import { buildTestApp } from './app.ts';
import { holdLock } from './held-lock.ts';
import { TEST_SECRET } from './secret.ts';
import { buildShop, reserveAs } from './shop.ts';

// Row E7: somebody holds a counter, or its whole table, and everything that waits for it holds its connection.

const POOL = 3;
const app = await buildTestApp({ poolSize: POOL, config: { testBank: true } });
const { pool, url } = app.database;

async function setUp() {
  const shop = await buildShop(app.db, { ticket: { quantity: 5 } });
  const body = {
    name: 'Gate',
    description: '',
    allTickets: true,
    ticketIds: [],
    activatesAt: null,
    expiresAt: null,
  };
  const params = { eventId: String(shop.eventId) };
  const list = (await app.as(shop).call(createCheckInList, { params, body })).body.data;
  const reserve = (quantity = 1) =>
    reserveAs(app.as(), shop.eventId, [{ priceId: shop.priceId, quantity }], { key: app.key() });
  const enter = async () => {
    const { reference } = await insertAttendee(app.db, shop);
    return () =>
      app.as().call(checkIn, {
        params: { listShortId: list.shortId },
        body: {
          method: 'search',
          reference,
          device: 'Door A',
          nonce: randomBytes(18).toString('base64url'),
          scannedAt: new Date().toISOString(),
        },
      });
  };
  return { ...shop, reserve, enter };
}

function deliver() {
  const rawBody = JSON.stringify({
    id: `evt_${app.key()}`,
    type: 'payment.succeeded',
    account: null,
    createdAt: new Date().toISOString(),
    data: { payment: { id: 'pay_unknown' }, refund: null },
  });
  const signature = signWebhook({ key: deriveKeys(TEST_SECRET).webhook, rawBody, now: new Date() });
  return app.as().send({
    method: 'POST',
    url: '/api/public/webhooks/test_bank',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
    payload: rawBody,
  });
}

/** Takes every ordinary connection of the process by statements that wait for the lock. */
async function waitForAll(counterId: number) {
  const waiting = Array.from({ length: POOL }, () =>
    pool.query('select from app.counters where id = $1 for update', [counterId]),
  );
  await expect.poll(() => [pool.totalCount, pool.idleCount]).toEqual([POOL, 0]);
  return Promise.all(waiting);
}

test.each([
  ['a counter', (id: number) => `select from app.counters where id = ${id} for update`],
  ['the table of the counters', () => 'lock table app.counters in access exclusive mode'],
])(
  'while %s is locked, a reservation is refused, the door and webhooks go on',
  async (_what, lock) => {
    const { counterId, reserve, enter } = await setUp();
    const [inside, outside] = [await enter(), await enter()];
    expect((await reserve()).status).toBe(201);
    expect((await inside()).body.data.verdict).toBe('admitted');
    const release = await holdLock(url, lock(counterId));
    const waiting = waitForAll(counterId);
    const events: string[] = [];
    const refused = Promise.all([reserve(), reserve(), reserve()]).then((all) => {
      events.push('refused');
      return all;
    });
    const [entered, webhook] = await Promise.all([outside(), deliver()]);
    expect([entered.status, entered.body.data?.verdict]).toEqual([200, 'admitted']);
    expect(webhook.statusCode, webhook.body).toBe(200);
    for (const { status, problem, headers } of await refused) {
      expect([status, problem.code]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    events.push('released');
    await release();
    await waiting;
    expect(events).toEqual(['refused', 'released']);
    await expect.poll(async () => (await reserve()).status, { timeout: 5_000 }).toBe(201);
  },
  12_000,
);

test('a reservation that has to end an overdue hold first waits for its counter no longer either', async () => {
  const { counterId, eventId, reserve } = await setUp();
  expect((await reserve(5)).status).toBe(201);
  await pool.query(`update app.orders set expires_at = app.now() - interval '1 second' where event_id = $1`, [
    eventId,
  ]);
  const release = await holdLock(url, `select from app.counters where id = ${counterId} for update`);
  const { status, problem } = await reserve(5);
  expect([status, problem.code]).toEqual([503, 'UNAVAILABLE']);
  await release();
  expect((await reserve(5)).status).toBe(201);
}, 12_000);
