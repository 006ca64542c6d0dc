import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildCapacity, buildPromoCode, buildTicket } from '../../catalog/tickets/factory.ts';
import type { Tx } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildOrder } from '../../sales/reservations/factory.ts';
import { corruptionsOf } from '../../test/corruptions/all.ts';
import { useTestDatabase } from '../../test/database.ts';
import { buildShop } from '../../test/shop.ts';
import { accountInvariant } from './account-invariant.ts';
import { runVerify } from './command.ts';
import { INVARIANTS } from './invariants.ts';
import { toLines } from './report.ts';
import { type Drift, findDrift, recompute, verify } from './service.ts';

const { db, url } = await useTestDatabase();

/**
 * A sale with different parts: a pool, a promo code, paid and free orders, an open hold, one guest inside.
 */
async function seed() {
  const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10 } });
  const { accountId, eventId } = shop;
  const free = await buildTicket(db, { accountId, eventId, type: 'free', name: 'Balcony', position: 2 });
  const pool = await buildCapacity(db, { accountId, eventId, ticketIds: [shop.ticketId, free.ticketId] });
  const promo = await buildPromoCode(db, { accountId, eventId, uses: 3 });
  const paid = await buildOrder(db, {
    eventId,
    items: [{ priceId: shop.priceId, quantity: 2 }],
    promoCode: promo.code,
  });
  await buildOrder(db, { eventId, items: [{ priceId: free.priceId, quantity: 1 }] });
  const heldId = newShortId('o');
  await sql`
    with held as (
      insert into app.orders (account_id, event_id, short_id, currency, locale, list_total, discount_total, fee_total,
        tax_added_total, tax_included_total, total, expires_at, promo_code_id, promo_code, promo_counter_id)
      values (${accountId}, ${eventId}, ${heldId}, 'EUR', 'en', 2500, 250, 0, 0, 0, 2250, app.now() + interval '15 minutes',
        ${promo.promoCodeId}, ${promo.code}, ${promo.counterId}) returning id),
    lines as (
      insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity,
        unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
      select ${accountId}, id, ${shop.ticketId}, ${shop.priceId}, 'General', '', 1, 2500, 250, 0, 0, 0, 2250, '[]',
        array[${shop.counterId}, ${pool.counterId}]::bigint[], 0 from held)
    update app.counters set reserved = reserved + 1 where id in (${shop.counterId}, ${pool.counterId}, ${promo.counterId})`.execute(
    db,
  );
  const list = await db
    .insertInto('check_in_lists')
    .values({
      account_id: accountId,
      event_id: eventId,
      short_id: 'cl_0123456789abcdefghijkl',
      name: 'Main gate',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attendeeId = paid.attendees[0]?.attendeeId ?? 0;
  await sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
    values (${accountId}, ${eventId}, ${list.id}, ${attendeeId})`.execute(db);
  await sql`insert into app.scans (account_id, check_in_list_id, attendee_id, outcome, method, nonce, scanned_at)
    values (${accountId}, ${list.id}, ${attendeeId}, 'admitted', 'scan', 'n1', app.now())`.execute(db);
  await sql`
    with made as (
      insert into app.provider_calls (account_id, payment_id, kind, idempotency_key, amount, reason, status)
      select account_id, id, 'refund', 'refund', 1000, 'requested_by_customer', 'done' from app.payments returning *),
    refunded as (
      insert into app.refunds (account_id, order_id, payment_id, provider_call_id, amount, currency, status, reason)
      select account_id, ${paid.orderId}, payment_id, id, amount, 'EUR', 'succeeded', 'requested' from made returning id),
    noted as (
      insert into app.audit_entries (account_id, action, target_type, target_id, after)
      select ${accountId}, 'refund.opened', 'order', ${paid.orderId}, json_build_object('refundId', id) from refunded),
    given as (update app.payments set refunded = 1000)
    update app.orders set refund_status = 'partial', refunded_total = 1000 where id = ${paid.orderId}`.execute(
    db,
  );
  await sql`insert into app.webhook_inbox (provider, event_id, type, payload, processed_at, outcome)
    values ('test_bank', 'evt_1', 'payment', '{}', app.now(), 'applied')`.execute(db);
  await sql`insert into app.worker_heartbeats (worker_id, seen_at) values ('w', clock_timestamp())`.execute(
    db,
  );
  const other = await buildShop(db);
  return { ...shop, pool, promo, paid, heldId, other };
}
const world = await seed();
// The tables stay as they are.
const accounts = await accountInvariant(db);

const undo = new Error('undo');

// Nothing is late yet and a worker is alive, however long the tests before took.
beforeEach(async () => {
  await sql`
    with alive as (update app.worker_heartbeats set seen_at = clock_timestamp()),
      due as (update graphile_worker._private_jobs set run_at = now())
    update app.mails set created_at = app.now() where status = 'queued'`.execute(db);
});

/** What `look` finds after `corrupt`. The corruption is rolled back. */
async function resultAfter<T>(
  corrupt: (tx: Tx) => Promise<unknown>,
  look: (tx: Tx) => Promise<T>,
): Promise<T> {
  let found: T | null = null;
  await db
    .transaction()
    .execute(async (tx) => {
      await corrupt(tx);
      found = await look(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (!found) throw new Error('Nothing was verified');
  return found;
}

/** What breaks the rules of one invariant. */
async function lookFor(tx: Tx, id: string): Promise<Drift[]> {
  return findDrift(
    tx,
    [...INVARIANTS, accounts].filter((one) => one.id === id),
  );
}

const CASES = corruptionsOf(world);

describe('what is broken on purpose is found and named', () => {
  const broken = new Set<string>();
  test.each(CASES)('%s %s', async (id, says, statements) => {
    const found = await resultAfter(
      (tx) => sql.raw(statements).execute(tx),
      (tx) => lookFor(tx, id),
    );
    for (const { rule } of found) broken.add(rule);
    const said = found.flatMap((one) => one.rows.map((row) => row.drift));
    expect(said).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  test('every rule is among them, and a clean database breaks none', async () => {
    const clean = await verify(db);
    expect(clean.drift).toEqual([]);
    expect(INVARIANTS.filter(({ rule }) => !broken.has(rule)).map(({ rule }) => rule)).toEqual([]);
    expect(clean.looked).toEqual({ counters: 5, orders: 3, payments: 1, attendees: 3 });
  });
});

describe('the command', () => {
  const run = async (json = false) => {
    const lines: string[] = [];
    const code = await runVerify({ url, db, json, print: (line) => lines.push(line) });
    return { code, text: lines.join('\n') };
  };

  test('says that there is no drift and what it looked at', async () => {
    const { code, text } = await run();
    expect(code).toBe(0);
    expect(text).toMatch(
      /^Looked at 5 counters, 3 orders, 1 payment and 3 attendees as they were at .*Z, with/,
    );
    expect(text).toMatch(/\nNo drift\.$/);
  });

  test('names drift in words and as JSON, ends with 1 and repairs nothing', async () => {
    const set = (by: number) =>
      sql`update app.counters set sold = sold + ${by} where id = ${world.pool.counterId}`.execute(db);
    await set(1);
    const told = await run();
    const machine = await run(true);
    const again = await run();
    await set(-1);
    expect(told.code).toBe(1);
    expect(told.text).toContain('sold is 4 on record, 3 by its completed orders');
    expect(told.text).toMatch(/Drift: 1 record, 1 of \d+ checks fail\. Nothing was changed\.$/);
    expect(JSON.parse(machine.text)).toMatchObject({
      ok: false,
      drift: [{ id: 'I1', count: 1, rows: [{ kind: 'capacity', sold: 4, sold_recomputed: 3 }] }],
    });
    expect(again.code).toBe(1);
  });

  test('without a process that runs jobs what is overdue waits, and is no drift', async () => {
    const found = await resultAfter(
      (tx) =>
        sql
          .raw(
            `delete from app.worker_heartbeats; update app.orders set expires_at = app.now() - interval '1 day' where short_id = '${world.heldId}'`,
          )
          .execute(tx),
      recompute,
    );
    expect(found).toMatchObject({ workerIsAlive: false, drift: [] });
  });

  test('lists late work of every kind as a warning, oldest first, also without a process that runs jobs', async () => {
    const found = await resultAfter(
      (tx) =>
        sql
          .raw(
            `delete from app.worker_heartbeats;
          select graphile_worker.add_job('send_mail', '{}'::json, run_at => now() - interval '5 minutes');
          select graphile_worker.add_job('process_webhook', '{}'::json, run_at => now() - interval '6 minutes');
          select graphile_worker.add_job('process_webhook', '{}'::json, run_at => now() - interval '4 minutes');
          select graphile_worker.add_job('in_time', '{}'::json, run_at => now() - interval '1 minute');
          select graphile_worker.add_job('held_by_a_dead_worker', '{}'::json, run_at => now() - interval '1 hour');
          update graphile_worker._private_jobs jobs set locked_by = 'pool-dead', locked_at = now() - interval '1 hour'
            from graphile_worker._private_tasks tasks where tasks.id = jobs.task_id and tasks.identifier = 'held_by_a_dead_worker';
          insert into app.mails (kind, dedupe_key, to_address, locale, created_at)
            values ('reset_password', 'late', 'a@example.com', 'en', app.now() - interval '1 day');
          insert into app.webhook_inbox (provider, event_id, type, payload, received_at)
            values ('test_bank', 'evt_2', 'payment', '{}', app.now() - interval '50 minutes');
          update app.payments set status = 'processing', reconcile_at = app.now() - interval '40 minutes';
          update app.refunds set status = 'pending', ask_at = app.now() - interval '30 minutes';
          update app.orders set expires_at = app.now() - interval '20 minutes' where short_id = '${world.heldId}'`,
          )
          .execute(tx),
      recompute,
    );
    expect(found.late.map(({ work, count, kinds }) => [work, count, kinds])).toEqual([
      ['mails', 1, ['reset_password']],
      ['jobs', 4, ['process_webhook', 'held_by_a_dead_worker', 'send_mail']],
      ['webhooks', 1, ['payment']],
      ['payments', 1, ['processing']],
      ['refunds', 1, ['pending']],
      ['orders', 1, ['reserved']],
    ]);
    const told = toLines(found).join('\n');
    expect(told).toContain('No process runs jobs at the moment');
    expect(told).toMatch(/Late: 4 jobs wait to run, the oldest since .*Z \(process_webhook, /);
  });

  test('late work alone is no reason to fail', async () => {
    expect((await verify(db)).late).toEqual([]);
    await sql`select graphile_worker.add_job('send_mail', '{}'::json, run_at => now() - interval '5 minutes')`.execute(
      db,
    );
    const { code, text } = await run();
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    expect(code).toBe(0);
    expect(text).toMatch(/\nLate: 1 job waits to run, the oldest since .*\nNo drift\.$/);
  });

  test('refuses a database that is older or newer than itself', async () => {
    const { rows } = await sql<{ name: string; checksum: string }>`
      delete from app.schema_migrations
      where name = (select max(name) from app.schema_migrations) returning name, checksum`.execute(db);
    const older = await run();
    await sql`insert into app.schema_migrations (name, checksum) values ('9999_later.sql', 'x')`.execute(db);
    const newer = await run(true);
    await sql`delete from app.schema_migrations where name = '9999_later.sql'`.execute(db);
    for (const { name, checksum } of rows)
      await sql`insert into app.schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(db);
    expect(older).toMatchObject({ code: 2, text: expect.stringContaining('npm run migrate first') });
    expect(newer.code).toBe(2);
    expect(JSON.parse(newer.text)).toMatchObject({
      ok: false,
      refused: expect.stringContaining('newer than this version'),
    });
  });
});
