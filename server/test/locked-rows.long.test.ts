import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { updateOrganizer } from '@entrada/contract/catalog/organizers';
import { listPublicEvents } from '@entrada/contract/catalog/shop';
import {
  abandonOrder,
  chooseOfflinePayment,
  extendOrder,
  getOrder,
  refreshPayment,
  startPayment,
} from '@entrada/contract/sales/checkout';
import { expect, test, vi } from 'vitest';
import { buildTestApp, type Client, type Reply } from './app.ts';
import { holdLock } from './held-lock.ts';
import { keepInvariants } from './invariants.ts';
import { createFakeProvider } from './payments/fake-provider.ts';
import { buildShop, detailsAs, reserveAs } from './shop.ts';

vi.setConfig({ testTimeout: 30_000 });
// Row E7: many requests want a row that somebody holds. They are told to come again, and others are served meanwhile.
const POOL = 3;
const MANY = 4 * POOL;
const fake = createFakeProvider();
const app = await buildTestApp({ poolSize: POOL, provider: fake.provider });
const { db } = app;
const { url } = app.database;
keepInvariants(db);

type Shop = Awaited<ReturnType<typeof buildShop>>;
type Answer = Pick<Reply<unknown>, 'status' | 'headers' | 'problem'>;

const paidShop = () => buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 100 } });

async function offlineShop(): Promise<Shop> {
  const shop = await paidShop();
  const { eventId } = shop;
  await db
    .updateTable('event_settings')
    .set({ offline_payments: true })
    .where('event_id', '=', eventId)
    .execute();
  return shop;
}

async function held(shop: Shop, client: Client = app.as()): Promise<{ client: Client; shortId: string }> {
  const reply = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
  expect(reply.status).toBe(201);
  return { client, shortId: reply.body.data.shortId };
}

async function heldWithDetails(shop: Shop, client?: Client) {
  const order = await held(shop, client);
  expect((await detailsAs(order.client, order.shortId)).status).toBe(200);
  return order;
}

const times = <T>(make: (nth: number) => T): T[] => Array.from({ length: MANY }, (_, nth) => make(nth));
const refused = ({ status, problem, headers }: Answer) => [
  status,
  problem?.code,
  Number(headers['retry-after']) > 0,
];
const REFUSED = [503, 'UNAVAILABLE', true];

/** Runs `many` while the lock is held. All must be refused, and each of `others` must be served before the first of them. */
async function expectOthersServed(
  lock: string,
  many: () => Promise<Answer>[],
  others: () => Promise<Answer>[],
): Promise<void> {
  const release = await holdLock(url, lock);
  const order: string[] = [];
  const noted = (what: string) => (answer: Answer) => {
    order.push(what);
    return answer;
  };
  const waiting = many().map((one) => one.then(noted('refused')));
  const served = await Promise.all(others().map((one) => one.then(noted('served'))));
  expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
  for (const answer of await Promise.all(waiting)) expect(refused(answer)).toEqual(REFUSED);
  expect(order.slice(0, served.length)).toEqual(served.map(() => 'served'));
  await release();
}

/** What strangers and organizers of other events ask for. */
async function strangers() {
  const shop = await paidShop();
  const client = app.as({ token: shop.token });
  const order = await held(shop);
  const params = { eventId: String(shop.eventId) };
  const { version } = (await client.call(getEvent, { params })).body.data;
  return () => [
    app.as().call(listPublicEvents, { query: {} }),
    client.call(updateEvent, { params, body: { version, title: 'Another name' } }),
    detailsAs(order.client, order.shortId),
    order.client.call(getOrder, { params: { orderShortId: order.shortId } }),
  ];
}

const lockOrder = (shortId: string) => `select from app.orders where short_id = '${shortId}' for update`;
const lockCounter = (id: number) => `select from app.counters where id = ${id} for update`;

const extend = (client: Client, orderShortId: string) =>
  client.call(extendOrder, { params: { orderShortId } }, { idempotencyKey: app.key() });

test.each([
  ['its details', (client: Client, orderShortId: string) => detailsAs(client, orderShortId)],
  [
    'its payment',
    (client: Client, orderShortId: string) =>
      client.call(startPayment, { params: { orderShortId } }, { idempotencyKey: app.key() }),
  ],
  ['its extension', extend],
  [
    'its end',
    (client: Client, orderShortId: string) =>
      client.call(abandonOrder, { params: { orderShortId } }, { idempotencyKey: app.key() }),
  ],
  [
    'paying without a card',
    (client: Client, orderShortId: string) =>
      client.call(chooseOfflinePayment, { params: { orderShortId } }, { idempotencyKey: app.key() }),
  ],
])('many requests for %s wait for a locked order', async (_, ask) => {
  const shop = await offlineShop();
  const { client, shortId } = await heldWithDetails(shop);
  const others = await strangers();
  const also = await held(shop);
  await expectOthersServed(
    lockOrder(shortId),
    () => times(() => ask(client, shortId)),
    () => [...others(), detailsAs(also.client, also.shortId), extend(also.client, also.shortId)],
  );
  const after = await ask(client, shortId);
  expect(after.status, JSON.stringify(after.problem)).toBeLessThan(300);
});

test('many buyers return from their payments, and the counter of their event is locked', async () => {
  const shop = await paidShop();
  const orders = await Promise.all(times(() => heldWithDetails(shop)));
  for (const { client, shortId } of orders) {
    const params = { orderShortId: shortId };
    expect((await client.call(startPayment, { params }, { idempotencyKey: app.key() })).status).toBe(200);
    fake.set(fake.paymentOf(shortId)?.id ?? '', 'succeeded');
  }
  const others = await strangers();
  const refresh = ({ client, shortId }: (typeof orders)[number]) =>
    client.call(refreshPayment, { params: { orderShortId: shortId } }, { idempotencyKey: app.key() });
  await expectOthersServed(lockCounter(shop.counterId), () => orders.map(refresh), others);
  for (const order of orders) expect((await refresh(order)).body.data.badge).toBe('COMPLETED');
});

test('many buyers choose to pay without a card, and the counter of their event is locked', async () => {
  const shop = await offlineShop();
  const orders = await Promise.all(times(() => heldWithDetails(shop)));
  const others = await strangers();
  const choose = ({ client, shortId }: (typeof orders)[number]) =>
    client.call(chooseOfflinePayment, { params: { orderShortId: shortId } }, { idempotencyKey: app.key() });
  await expectOthersServed(lockCounter(shop.counterId), () => orders.map(choose), others);
  for (const order of orders) expect((await choose(order)).status).toBe(200);
});

test('free orders of an event whose counter is locked are refused; those of another event are completed', async () => {
  const [shop, other] = [await buildShop(db), await buildShop(db)];
  const orders = await Promise.all(times(() => held(shop)));
  const elsewhere = await Promise.all(times(() => held(other)));
  const save = ({ client, shortId }: (typeof orders)[number]) => detailsAs(client, shortId);
  const release = await holdLock(url, lockCounter(shop.counterId));
  const [here, there] = await Promise.all([Promise.all(orders.map(save)), Promise.all(elsewhere.map(save))]);
  for (const answer of here) expect(refused(answer)).toEqual(REFUSED);
  for (const { status, body } of there) expect([status, body.data?.badge]).toEqual([200, 'COMPLETED']);
  await release();
  for (const order of orders) expect((await save(order)).body.data.badge).toBe('COMPLETED');
});

test('many saves of the organizer wait for a locked event or organizer', async () => {
  const shop = await paidShop();
  const client = app.as({ token: shop.token });
  const params = { eventId: String(shop.eventId) };
  const { version } = (await client.call(getEvent, { params })).body.data;
  const { organizer_id: organizerId } = await db
    .selectFrom('events')
    .select('organizer_id')
    .where('id', '=', shop.eventId)
    .executeTakeFirstOrThrow();
  await expectOthersServed(
    `select from app.events where id = ${shop.eventId} for update`,
    () => times((nth) => client.call(updateEvent, { params, body: { version, title: `Name ${nth}` } })),
    await strangers(),
  );
  await expectOthersServed(
    `select from app.organizers where id = ${organizerId} for update`,
    () =>
      times((nth) =>
        client.call(updateOrganizer, {
          params: { organizerId: String(organizerId) },
          body: { version: 1, name: `Name ${nth}` },
        }),
      ),
    await strangers(),
  );
});
