import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildCapacity, buildPromoCode, buildTicket } from '../catalog/factory.ts';
import { buildOrder } from '../orders/factory.ts';
import type { Tx } from '../platform/db/client.ts';
import { newShortId } from '../platform/secrets.ts';
import { useTestDatabase } from '../test/database.ts';
import { buildShop } from '../test/shop.ts';
import { runVerify } from './command.ts';
import { INVARIANTS } from './invariants.ts';
import { recompute, type Verification, verify } from './service.ts';

const { db, url } = await useTestDatabase();

/** A sale with a bit of everything: a pool, a promo code, paid and free orders, an open hold, somebody inside. */
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
        array[${shop.counterId}, ${pool.counterId}]::bigint[], 0 from held),
    history as (
      insert into app.order_transitions (account_id, order_id, to_status, to_payment, reason)
      select ${accountId}, id, 'reserved', 'none', 'held' from held)
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
  await sql`insert into app.webhook_inbox (provider, event_id, type, payload, processed_at, outcome)
    values ('test_bank', 'evt_1', 'payment', '{}', app.now(), 'applied')`.execute(db);
  await sql`insert into app.worker_heartbeats (worker_id, seen_at) values ('w', clock_timestamp())`.execute(
    db,
  );
  const other = await buildShop(db);
  return { ...shop, pool, promo, paid, heldId, other };
}
const world = await seed();

const undo = new Error('undo');

/** What is found after `corrupt`, of which nothing stays. */
async function after(corrupt: (tx: Tx) => Promise<unknown>): Promise<Verification> {
  let found: Verification | null = null;
  await db
    .transaction()
    .execute(async (tx) => {
      await corrupt(tx);
      found = await recompute(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (!found) throw new Error('Nothing was verified');
  return found;
}

const said = (found: Verification, id: string) =>
  found.drift.filter((one) => one.id === id).flatMap((one) => one.rows.map((row) => row.drift));

type Case = [id: string, says: RegExp, statements: string];
const free = `(select id from app.orders where payment_status = 'not_required' and status = 'completed')`;
const held = `(select id from app.orders where short_id = '${world.heldId}')`;
const paid = world.paid.orderId;
const drop = (table: string, name: string) => `alter table app.${table} drop constraint ${name}`;

const CASES: Case[] = [
  [
    'I1',
    /sold 11 and reserved 1 are more than its ceiling of 10/,
    `${drop('counters', 'counters_never_oversold')}; update app.counters set sold = 11 where id = ${world.counterId}`,
  ],
  [
    'I1',
    /its quantity is 10 and its ceiling 5/,
    `update app.counters set ceiling = 5 where id = ${world.counterId}`,
  ],
  [
    'I1',
    /Counter \d+ \(price of ticket \d+ "General", event \d+ "Noche de Luz"\): sold is 3 on record, 2 by its completed orders$/,
    `update app.counters set sold = sold + 1 where id = ${world.counterId}`,
  ],
  [
    'I1',
    /capacity "Main hall".*: reserved is 0 on record, 1 by its open orders$/,
    `update app.counters set reserved = 0 where id = ${world.pool.counterId}`,
  ],
  [
    'I1',
    /capacity "Main hall".*sold is 3 on record, 2 by its completed orders/,
    `update app.attendees set status = 'cancelled' where id = (select min(id) from app.attendees where order_id = ${paid})`,
  ],
  [
    'I1',
    /Counter \d+ \(promo, event \d+\) belongs to nothing/,
    `insert into app.counters (account_id, event_id, kind) select account_id, event_id, 'promo' from app.counters limit 1`,
  ],
  [
    'I1',
    /line \d+ takes counter \d+, which is of event/,
    `update app.order_items set counter_ids = counter_ids || ${world.other.counterId}::bigint where order_id = ${paid}`,
  ],
  [
    'I1',
    /which is not that of its price/,
    `update app.order_items set counter_ids = array[${world.pool.counterId}::bigint] where order_id = ${paid}`,
  ],
  [
    'I5',
    /promo code "VERANO", event \d+ "Noche de Luz"\): reserved is 1 on record, 0 by its open orders; sold is 2 on record, 1 by its completed orders/,
    `update app.orders set promo_counter_id = null where id = ${held}; update app.counters set sold = 2 where id = ${world.promo.counterId}`,
  ],
  [
    'I5',
    /Promo code "VERANO" \(event \d+\) is used by 2 orders, its ceiling is 1/,
    `${drop('counters', 'counters_never_oversold')}; update app.counters set quantity = 1, ceiling = 1 where id = ${world.promo.counterId}`,
  ],
  [
    'I5',
    /names promo code none and uses counter/,
    `update app.orders set promo_code_id = null where id = ${paid}`,
  ],
  [
    'I2',
    /Order ENT-\w+ \(event \d+\): total 4500 on record, 4501 by its lines/,
    `${drop('order_items', 'order_items_unit_adds_up')}; update app.order_items set unit_total = 4501, quantity = 1 where order_id = ${paid}`,
  ],
  ['I2', /took 4500 and gave back 4600/, `update app.payments set refunded = 4600 where order_id = ${paid}`],
  [
    'I2',
    /comes to 4500 EUR, payment \d+ charges 4400 EUR/,
    `update app.payments set amount = 4400 where order_id = ${paid}`,
  ],
  [
    'I3',
    /payment \d+ of 4500 EUR succeeded, the order is expired and nothing is refunded/,
    `update app.orders set status = 'expired' where id = ${paid}; delete from app.order_transitions where order_id = ${paid}`,
  ],
  [
    'I3',
    /is refunded as if it had not been/,
    `insert into app.provider_calls (account_id, payment_id, kind, idempotency_key, amount, reason, status)
      select account_id, id, 'refund', 'k', amount, 'late_payment', 'done' from app.payments where order_id = ${paid}`,
  ],
  [
    'I3',
    /completed and paid 4500 EUR, but none of its payments succeeded/,
    `update app.payments set status = 'failed' where order_id = ${paid}`,
  ],
  [
    'I3',
    /completed with a total of 4500, its payment is failed/,
    `update app.orders set payment_status = 'failed' where id = ${paid}`,
  ],
  [
    'I3',
    /2 payments are open or have succeeded/,
    `drop index app.payments_one_live; insert into app.payments (account_id, order_id, provider, idempotency_key, status, amount, currency)
      select account_id, order_id, provider, 'twice', 'succeeded', amount, currency from app.payments where order_id = ${paid}`,
  ],
  [
    'I4',
    /2 of "General" on line \d+, and 1 attendees/,
    `delete from app.attendees where order_id = ${paid} and id not in (select attendee_id from app.check_ins)`,
  ],
  ['I4', /is cancelled and admits 2 people/, `update app.orders set status = 'cancelled' where id = ${paid}`],
  [
    'I6',
    /Message evt_1 of test_bank is kept 2 times/,
    `${drop('webhook_inbox', 'webhook_inbox_provider_event_id_key')}; insert into app.webhook_inbox (provider, event_id, type, payload, processed_at, outcome)
      select provider, event_id, type, payload, processed_at, outcome from app.webhook_inbox`,
  ],
  [
    'I6',
    /has the outcome applied and is not marked as worked off/,
    `update app.webhook_inbox set processed_at = null`,
  ],
  [
    'I6',
    /became completed 2 times/,
    `insert into app.order_transitions (account_id, order_id, from_status, to_status, from_payment, to_payment, reason)
      select account_id, order_id, from_status, to_status, from_payment, to_payment, reason from app.order_transitions
      where order_id = ${paid} and to_status = 'completed'`,
  ],
  [
    'I7',
    /is inside 2 times by check-in list/,
    `drop index app.check_ins_one_open; insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
      select account_id, event_id, check_in_list_id, attendee_id from app.check_ins`,
  ],
  ['I7', /1 entries on check-in list \d+, and 0 scans that admit them/, `delete from app.scans`],
  [
    'I8',
    /completed, and no confirmation was written/,
    `delete from app.mails where order_id = ${free} and kind = 'order_confirmation'`,
  ],
  [
    'I8',
    /waits to be sent, and no job will send it/,
    `select graphile_worker.remove_job('mail:' || id) from app.mails where status = 'queued'`,
  ],
  [
    'I9',
    /A row of mails belongs to account \d+ and points by order_id at orders \d+, which belongs to account/,
    `update app.mails set account_id = ${world.other.accountId} where order_id = ${paid}`,
  ],
  [
    'I9',
    /A row of order_items belongs to account \d+ and points by order_id at orders/,
    `alter table app.order_items drop constraint order_items_account_id_order_id_fkey;
      alter table app.order_items drop constraint order_items_account_id_ticket_id_fkey;
      alter table app.order_items drop constraint order_items_account_id_price_id_fkey;
      alter table app.attendees drop constraint attendees_account_id_order_item_id_fkey;
      update app.order_items set account_id = ${world.other.accountId} where order_id = ${paid};
      alter table app.order_items add foreign key (account_id, order_id) references app.orders (account_id, id) not valid`,
  ],
  [
    'I10',
    /its history begins with reserved\/none and not with nothing/,
    `delete from app.order_transitions where order_id = ${paid} and from_status is null`,
  ],
  [
    'I10',
    /its history jumps from reserved\/none to reserved\/awaiting/,
    `delete from app.order_transitions where order_id = ${paid} and reason = 'payment_started'`,
  ],
  [
    'I10',
    /is expired with payment none, its history ends with reserved\/none/,
    `update app.orders set status = 'expired', expires_at = null where id = ${held}`,
  ],
  [
    'I10',
    /went from reserved\/none to completed\/paid \(by_hand\), which no order can/,
    `update app.order_transitions set from_payment = 'none', reason = 'by_hand' where order_id = ${paid} and to_status = 'completed'`,
  ],
  [
    'I11',
    /its hold ended at .* and still keeps its tickets/,
    `update app.orders set expires_at = app.now() - interval '3 minutes' where id = ${held}`,
  ],
  [
    'I11',
    /waits since before .* for its payment to be cancelled/,
    `update app.orders set status = 'cancelling', expires_at = app.now() - interval '5 minutes' where id = ${held}`,
  ],
  [
    'I11',
    /payment \d+ is processing, and should have been asked for at/,
    `update app.payments set status = 'processing', reconcile_at = app.now() - interval '3 minutes'`,
  ],
  [
    'I11',
    /payment \d+ is creating, and nobody will ask how it stands/,
    `update app.payments set status = 'creating'`,
  ],
  [
    'I11',
    /Message evt_1 of test_bank \(payment\) waits since/,
    `update app.webhook_inbox set processed_at = null, outcome = null, received_at = app.now() - interval '3 minutes'`,
  ],
  [
    'I11',
    /its refund of 4500 EUR \(call \d+\) is unknown since .*, and no job will make it/,
    `insert into app.provider_calls (account_id, payment_id, kind, idempotency_key, amount, reason, status, created_at)
      select account_id, id, 'refund', 'k', amount, 'requested', 'unknown', app.now() - interval '13 minutes' from app.payments where order_id = ${paid}`,
  ],
  [
    'I12',
    /Event \d+ "Noche de Luz" was changed 1 times, the audit knows of 0/,
    `update app.events set version = 2 where id = ${world.eventId}`,
  ],
  [
    'I12',
    /Ticket \d+ "General" was changed 2 times, the audit knows of 0/,
    `update app.tickets set version = 3 where id = ${world.ticketId}`,
  ],
  [
    'I12',
    /names user \d+, who is none of account/,
    `insert into app.audit_entries (account_id, user_id, action, target_type, target_id)
      values (${world.accountId}, ${world.other.userId}, 'ticket.updated', 'ticket', 1)`,
  ],
];

describe('what is broken on purpose is found and named', () => {
  const broken = new Set<string>();
  test.each(CASES)('%s %s', async (id, says, statements) => {
    const found = await after((tx) => sql.raw(statements).execute(tx));
    for (const { rule } of found.drift) broken.add(rule);
    expect(said(found, id)).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
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
    const found = await after((tx) =>
      sql
        .raw(
          `delete from app.worker_heartbeats; update app.orders set expires_at = app.now() - interval '1 day' where id = ${held}`,
        )
        .execute(tx),
    );
    expect(found).toMatchObject({ workerIsAlive: false, drift: [] });
  });

  test('refuses a database that is older or newer than itself', async () => {
    const { rows } = await sql<{ name: string; checksum: string }>`
      delete from app.schema_migrations where name like '0003%' returning name, checksum`.execute(db);
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
