import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { callOffEvent } from '@entrada/contract/sales/event-changes/endpoints';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { freeOrder } from '../bulk/acts-fixture.ts';
import { eventChangeTicks } from './jobs.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
const DYING = fileURLToPath(new URL('../../test/sold/dying-change.ts', import.meta.url));
keepInvariants(db);

const told = async (eventId: number) =>
  (
    await db
      .selectFrom('mails')
      .innerJoin('orders', 'orders.id', 'mails.order_id')
      .select('mails.order_id')
      .where('orders.event_id', '=', eventId)
      .where('mails.kind', '=', 'event_changed')
      .orderBy('mails.order_id')
      .execute()
  ).map((mail) => mail.order_id);

const jobsOf = (eventId: number) =>
  db.selectFrom('bulk_jobs').select(['kind', 'status', 'changed']).where('event_id', '=', eventId).execute();

// Three orders are two batches of mails; the transaction after them begins the jobs.
test.each([1, 2, 3, 4])(
  'a process that is killed with kill -9 before its transaction %i commits: another one goes on, and each is told once',
  async (nth) => {
    const shop = await buildShop(db, { ticket: { quantity: 50 } });
    const orders = [];
    for (let n = 0; n < 3; n += 1) orders.push(await freeOrder(app, shop));
    const reply = await app.as({ token: shop.token }).call(
      callOffEvent,
      {
        params: { eventId: String(shop.eventId) },
        body: { version: 1, money: 'none', returnsUntil: null, messages: {}, expectedRefund: null },
      },
      { idempotencyKey: app.key() },
    );
    expect(reply.status).toBe(202);
    const { id } = reply.body.data;
    await sql`update app.event_changes set begins_at = app.now() - interval '1 minute' where id = ${id}`.execute(
      db,
    );
    const child = spawn(process.execPath, [DYING, app.database.url, String(id), String(nth)], {
      stdio: 'ignore',
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect((await told(shop.eventId)).length).toBeLessThan(4);
    expect(await jobsOf(shop.eventId)).toEqual([]);
    // The job of the queue is gone with the process; the tick finds what was begun.
    await sql`delete from graphile_worker._private_jobs where key = ${`event-change:${id}`}`.execute(db);
    for (const tick of eventChangeTicks) await tick.run(app.jobCtx);
    await app.runJobs();
    expect(await told(shop.eventId)).toEqual(orders.map((order) => order.id).sort((a, b) => a - b));
    expect(await jobsOf(shop.eventId)).toEqual([{ kind: 'cancel', status: 'done', changed: 3 }]);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  },
);
