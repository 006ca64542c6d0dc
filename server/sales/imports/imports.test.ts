import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listAttendees } from '@entrada/contract/sales/attendees';
import {
  getGuestImport,
  listGuestImports,
  readGuestFile,
  startGuestImport,
} from '@entrada/contract/sales/imports/endpoints';
import { listOrders } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildCapacity, buildTicket } from '../../catalog/tickets/factory.ts';
import { verify } from '../../operations/verify/service.ts';
import { buildTestApp } from '../../test/app.ts';
import { lineUp } from '../../test/held-lock.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { giveBack, runImport, sweepImports } from './work.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

type Shop = { token: string; eventId: number; priceId: number };
const guest = (row: number, more: object = {}) => ({
  row,
  firstName: `Guest ${row}`,
  lastName: 'Pla',
  email: `guest${row}@example.com`,
  plus: 0,
  note: '',
  locale: 'es' as const,
  ...more,
});
const guests = (shop: Shop, n: number, more: object = {}) =>
  Array.from({ length: n }, (_, at) => ({ priceId: shop.priceId, ...guest(at + 2, more) }));
const FREE = { payment: null, notify: false, exceedCapacity: false };
/** A process of its own that is killed while it imports. */
const DYING = fileURLToPath(new URL('../../test/sold/dying-import.ts', import.meta.url));
const newKey = () => randomBytes(12).toString('base64url');

const start = (shop: Shop, rows: ReturnType<typeof guests>, more: object = {}, idempotencyKey = newKey()) =>
  app
    .as({ token: shop.token })
    .call(
      startGuestImport,
      { params: { eventId: String(shop.eventId) }, body: { rows, ...FREE, ...more } },
      { idempotencyKey },
    );
const show = (shop: Shop, importId: number) =>
  app
    .as({ token: shop.token })
    .call(getGuestImport, { params: { eventId: String(shop.eventId), importId: String(importId) } });
const ordersOf = async (shop: Shop) =>
  (
    await app
      .as({ token: shop.token })
      .call(listOrders, { params: { eventId: String(shop.eventId) }, query: { per_page: '100' } })
  ).body;
const peopleOf = async (shop: Shop) =>
  (await app.as({ token: shop.token }).call(listAttendees, { params: { eventId: String(shop.eventId) } }))
    .body.meta.total;
const rowsOf = (shop: Shop) =>
  db.selectFrom('orders').select(['id', 'status']).where('event_id', '=', shop.eventId).execute();
const ctx = () => app.jobCtx;

describe('an import', () => {
  test('adds each guest with companions, note, language and mail as one order, all seen together', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 20 } });
    const rows = [
      ...guests(shop, 3),
      { priceId: shop.priceId, ...guest(9, { plus: 2, email: '', note: '=HYPERLINK("x")', locale: 'de' }) },
    ];
    const reply = await start(shop, rows, { notify: true });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(202);
    const { id } = reply.body.data;
    expect(reply.body.data).toMatchObject({
      state: 'running',
      guests: 4,
      places: 6,
      written: 0,
      failure: null,
    });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 6 });
    expect((await ordersOf(shop)).meta.total).toBe(0);
    await app.runJobs();
    expect((await show(shop, id)).body.data).toMatchObject({
      state: 'done',
      written: 4,
      endedAt: expect.any(String),
    });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 6, reserved: 0 });
    const { data } = await ordersOf(shop);
    expect(data).toHaveLength(4);
    expect(data[0]).toMatchObject({
      isManual: true,
      ticketCount: 3,
      firstName: 'Guest 9',
      email: '',
      badge: 'COMPLETED',
    });
    expect(await peopleOf(shop)).toBe(6);
    const mails = await db
      .selectFrom('mails as m')
      .innerJoin('orders as o', 'o.id', 'm.order_id')
      .select(['m.to_address', 'm.locale', 'm.status'])
      .where('o.event_id', '=', shop.eventId)
      .execute();
    expect(mails).toHaveLength(3);
    expect(mails[0]).toMatchObject({ locale: 'es', status: 'sent' });
    const notes = await db
      .selectFrom('notes')
      .select('body')
      .where('order_id', '=', data[0]?.id ?? 0)
      .execute();
    expect(notes).toEqual([{ body: '=HYPERLINK("x")' }]);
    const kept = await db
      .selectFrom('guest_imports')
      .select(['rows', 'hold_id'])
      .where('id', '=', id)
      .execute();
    expect(kept).toEqual([{ rows: [], hold_id: null }]);
  });

  test('of many batches shows nothing before its end, and everything is true in between', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 2000 } });
    const { accountId, eventId, ticketId } = shop;
    const pool = await buildCapacity(db, { accountId, eventId, ticketIds: [ticketId], quantity: 1900 });
    const { id } = (await start(shop, guests(shop, 600, { plus: 1 }))).body.data;
    const seen: number[] = [];
    const batches = vi.fn();
    // Each batch commits by itself; between them nobody sees a guest and nothing drifts.
    for (const n of [1, 2]) {
      await runImport(stoppingAfter(1), id, false).catch(batches);
      seen.push((await ordersOf(shop)).meta.total, await peopleOf(shop));
      expect((await show(shop, id)).body.data).toMatchObject({ state: 'running', written: n * 250 });
      expect(await stockOf(db, pool.counterId)).toEqual({ sold: 0, reserved: 1200 });
      expect((await verify(db)).drift).toEqual([]);
    }
    expect(batches).toHaveBeenCalledTimes(2);
    expect(seen).toEqual([0, 0, 0, 0]);
    await app.runJobs();
    expect((await show(shop, id)).body.data).toMatchObject({ state: 'done', written: 600 });
    expect((await ordersOf(shop)).meta.total).toBe(600);
    expect(await peopleOf(shop)).toBe(1200);
    expect(await stockOf(db, pool.counterId)).toEqual({ sold: 1200, reserved: 0 });
  });

  test('paid at the door, everybody pays the price of the ticket and gets an invoice without a gap', async () => {
    const shop = await buildShop(db, {
      event: { settings: { invoicing: true, invoice_prefix: 'LIST-' } },
      ticket: { type: 'paid', amount: 1500, quantity: 50 },
    });
    const wrong = await start(shop, guests(shop, 3), { payment: 'cash', expectedTotal: 1 });
    expect(wrong.problem).toMatchObject({ code: 'TOTAL_CHANGED', params: { total: 4500 } });
    await start(shop, guests(shop, 3), { payment: 'cash', expectedTotal: 4500 });
    await app.runJobs();
    const { data } = await ordersOf(shop);
    expect(data.map(({ total }) => total)).toEqual([1500, 1500, 1500]);
    const invoices = await db
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select('i.number')
      .where('o.event_id', '=', shop.eventId)
      .orderBy('i.number')
      .execute();
    expect(invoices.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('the same key starts one import', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 9 } });
    const key = newKey();
    const all = await Promise.all([1, 2, 3].map(() => start(shop, guests(shop, 2), {}, key)));
    expect(new Set(all.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await start(shop, guests(shop, 3), {}, key)).problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await app.runJobs();
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 2, reserved: 0 });
  });
});

describe('refused', () => {
  test('one bad row of many names its row and field, and nothing is written', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 20_000 } });
    const rows = guests(shop, 10_000);
    rows[8_765] = { ...guests(shop, 1)[0], email: 'joan.pla.example' } as (typeof rows)[number];
    const reply = await start(shop, rows);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toEqual([{ path: 'rows.8765.email', code: 'invalid_email' }]);
    expect(await rowsOf(shop)).toEqual([]);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  });

  test('an unknown price, a ticket that admits nobody, too many rows, and an event without tickets', async () => {
    const shop = await buildShop(db);
    const { accountId, eventId } = shop;
    const support = await buildTicket(db, { accountId, eventId, type: 'donation', admits: false });
    const at = (priceId: number) => start(shop, guests({ ...shop, priceId }, 1));
    expect((await at(999_999_999)).problem.errors).toEqual([{ path: 'rows.0.priceId', code: 'not_found' }]);
    expect((await at(support.priceId)).problem.errors).toEqual([
      { path: 'rows.0.priceId', code: 'admits_nobody' },
    ]);
    const many = await start(shop, guests(shop, 10_001));
    expect(many.problem.errors).toMatchObject([{ path: 'rows', code: 'too_long', max: 10_000 }]);
    const { eventId: empty } = await buildEvent(db, { accountId });
    expect((await start({ ...shop, eventId: empty }, guests(shop, 1))).problem.code).toBe('NO_TICKETS_YET');
  });

  test('sold out between preview and start, it takes nothing, or more than there is only on purpose', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 3 } });
    const refused = await start(shop, guests(shop, 5));
    expect(refused.problem).toMatchObject({
      code: 'NOT_ENOUGH_LEFT',
      params: { left: 3, priceId: shop.priceId },
    });
    expect(await rowsOf(shop)).toEqual([]);
    const { id } = (await start(shop, guests(shop, 5), { exceedCapacity: true })).body.data;
    await app.runJobs();
    expect((await show(shop, id)).body.data).toMatchObject({ state: 'done', exceedsCapacity: true });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 5, reserved: 0 });
    const [started] = await db
      .selectFrom('audit_entries')
      .select(['user_id', 'after'])
      .where('action', '=', 'guests.import_started')
      .where('target_id', '=', id)
      .execute();
    expect(started).toMatchObject({
      user_id: expect.any(Number),
      after: { guests: 5, exceeded: [{ counterId: shop.counterId, by: 2 }] },
    });
  });

  test('of two imports at once for the last places one gets all and the other nothing', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 100 } });
    const all = await Promise.all([1, 2, 3, 4].map(() => start(shop, guests(shop, 60))));
    expect(all.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    await app.runJobs();
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 60, reserved: 0 });
    expect((await ordersOf(shop)).meta.total).toBe(60);
  });

  test('while others take the last places at the same time it gets all of what the first left, or nothing', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 100 } });
    const lock = sql`select from app.counters where id = ${shop.counterId} for update`;
    const buy = () => reserveAs(visitor(app), shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    const importing = (n: number) => () => start(shop, guests(shop, n));
    type Answer = { status: number; problem: unknown };
    const [bought, refused] = await lineUp<Answer>(db, lock, [buy, importing(100)]);
    expect(bought?.status).toBe(201);
    expect(refused?.problem).toMatchObject({ code: 'NOT_ENOUGH_LEFT', params: { left: 99 } });
    const [first, second] = await lineUp<Answer>(db, lock, [importing(60), importing(60)]);
    expect(first?.status).toBe(202);
    expect(second?.problem).toMatchObject({ code: 'NOT_ENOUGH_LEFT', params: { left: 39 } });
    await app.runJobs();
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 60, reserved: 1 });
  });

  test('another account sees no event, and who may not change orders may not import', async () => {
    const shop = await buildShop(db);
    const { id } = (await start(shop, guests(shop, 1))).body.data;
    const other = await buildAccount(db);
    expect((await start({ ...shop, token: other.token }, guests(shop, 1))).status).toBe(404);
    expect((await show({ ...shop, token: other.token }, id)).status).toBe(404);
    const list = app.as(other).call(listGuestImports, { params: { eventId: String(shop.eventId) } });
    expect((await list).status).toBe(404);
    await app.runJobs();
  });
});

describe('interrupted', () => {
  test('an import goes on where it stood', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 2000 } });
    const { id } = (await start(shop, guests(shop, 1100))).body.data;
    await runImport(stoppingAfter(1), id, false).catch(() => undefined);
    expect((await show(shop, id)).body.data.written).toBe(500);
    await runImport(ctx(), id, false);
    expect((await show(shop, id)).body.data).toMatchObject({ state: 'done', written: 1100 });
    await app.runJobs();
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 1100, reserved: 0 });
    expect((await ordersOf(shop)).meta.total).toBe(1100);
  });

  // Two batches and the end: killed in the second batch, and in the end.
  test.each([
    [2, 500],
    [3, 700],
  ])('killed before its transaction %i commits, it shows nothing and goes on', async (nth, written) => {
    const shop = await buildShop(db, { ticket: { quantity: 2000 } });
    const { id } = (await start(shop, guests(shop, 700, { note: 'Bar' }))).body.data;
    const child = spawn(process.execPath, [DYING, app.database.url, String(id), String(nth)], {
      stdio: 'ignore',
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect((await show(shop, id)).body.data).toMatchObject({ state: 'running', written });
    expect((await ordersOf(shop)).meta.total).toBe(0);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 700 });
    expect((await verify(db)).drift).toEqual([]);
    await app.runJobs();
    expect((await show(shop, id)).body.data).toMatchObject({ state: 'done', written: 700 });
    expect((await ordersOf(shop)).meta.total).toBe(700);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 700, reserved: 0 });
  });

  test('given up it gives every place back and leaves nothing behind', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 2000 } });
    const { id } = (await start(shop, guests(shop, 1100, { note: 'Bar' }))).body.data;
    await runImport(stoppingAfter(1), id, false).catch(() => undefined);
    await runImport(stoppingAfter(0), id, true);
    expect((await show(shop, id)).body.data).toMatchObject({
      state: 'failed',
      failure: 'IMPORT_INTERRUPTED',
    });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    expect(await rowsOf(shop)).toEqual([]);
    await app.runJobs();
    expect((await show(shop, id)).body.data.state).toBe('failed');
    expect((await start(shop, guests(shop, 2000))).status).toBe(202);
    await app.runJobs();
  });

  test('whose job is lost is given back by the clock', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 20 } });
    const { id } = (await start(shop, guests(shop, 10))).body.data;
    await db
      .updateTable('guest_imports')
      .set({ started_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await sweepImports(ctx());
    expect((await show(shop, id)).body.data.state).toBe('failed');
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    await giveBack(ctx(), id);
    await app.runJobs();
    expect(await rowsOf(shop)).toEqual([]);
  });
});

test('a file is read beside the loop, with the addresses that have a ticket, and refused in one sentence', async () => {
  const shop = await buildShop(db, { ticket: { quantity: 20 } });
  await start(shop, guests(shop, 1));
  await app.runJobs();
  const read = async (content: Buffer | string, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'guests.csv');
    const sent = new Response(form);
    const reply = await app.as({ token: shop.token }).send({
      method: 'POST',
      url: `/api${readGuestFile.path.replace(':eventId', String(shop.eventId))}`,
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return JSON.parse(reply.body);
  };
  expect((await read('Nombre;Correo\nAna;GUEST2@example.com\nBo;bo@example.com\n')).data).toMatchObject({
    kind: 'csv',
    separator: ';',
    known: ['guest2@example.com'],
    rows: [{ row: 2 }, { row: 3 }],
  });
  expect((await read('a,b\n1,2', { separator: ';' })).data.headers).toEqual(['a,b']);
  expect(await read('a,b\n1,2', { separator: '!' })).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(await read(Buffer.alloc(20))).toMatchObject({ code: 'FILE_TYPE' });
  expect(await read(Buffer.alloc(6 * 1024 * 1024, 'a'))).toMatchObject({
    code: 'FILE_TOO_LARGE',
    status: 413,
  });
});

/** A context whose nth transaction fails, as if the process ended there. The next ones work. */
function stoppingAfter(most: number): ReturnType<typeof ctx> {
  let begun = 0;
  const transaction = () => {
    begun += 1;
    if (begun === most + 1) throw new Error('The process has ended');
    return db.transaction();
  };
  const get = (_: object, key: keyof typeof db) => {
    if (key === 'transaction') return transaction;
    const value = db[key];
    return typeof value === 'function' ? (value as () => unknown).bind(db) : value;
  };
  return { ...ctx(), db: new Proxy(db, { get: get as ProxyHandler<typeof db>['get'] & object }) };
}
