import { createHash } from 'node:crypto';
import { enterDoor } from '@entrada/contract/door/check-in-links';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { IS_DEEP } from '../../test/deep.ts';
import { insertAttendee } from './attendee-fixture.ts';
import { findFacts } from './lanes.ts';

vi.setConfig({ testTimeout: 1_200_000 });
// One connection, so that it is known which one has prepared the statement.
const app = await buildTestApp({ poolSize: 1 });
const { db } = app;
const ORDERS = IS_DEEP ? 100_000 : 5_000;
const BATCH = 5_000;
const LARGE = ['attendees', 'check_ins', 'orders', 'scans'];

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Orders of two tickets each, every second person inside. */
async function buildHall() {
  const { accountId } = await buildAccount(db);
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId });
  const { attendeeId } = await insertAttendee(db, { accountId, eventId, ...ticket });
  for (let from = 1; from < ORDERS; from += BATCH)
    await sql`
      with made as (
        insert into app.orders (account_id, event_id, short_id, status, payment_status, currency, locale, first_name, last_name,
          email, list_total, discount_total, fee_total, tax_added_total, tax_included_total, total, completed_at)
        select o.account_id, o.event_id, 'o_' || left(md5(n || 'order'), 22), o.status, o.payment_status, o.currency, o.locale,
          o.first_name, o.last_name, o.email, 0, 0, 0, 0, 0, 0, o.completed_at
        from generate_series(${from}::int, ${Math.min(from + BATCH, ORDERS) - 1}::int) n,
          app.orders o, app.attendees a where a.id = ${attendeeId} and o.id = a.order_id
        returning id, reference),
      items as (
        insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity, unit_list,
          unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
        select i.account_id, m.id, i.ticket_id, i.price_id, i.ticket_name, i.price_label, 2, 0, 0, 0, 0, 0, 0, '[]', i.counter_ids, 0
        from made m, app.attendees a join app.order_items i on i.id = a.order_item_id where a.id = ${attendeeId}
        returning id, order_id)
      insert into app.attendees (account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
        first_name, last_name, email, locale, status, code_version)
      select a.account_id, a.event_id, m.id, i.id, a.ticket_id, a.price_id,
        'a_' || left(md5(m.id || '-' || nth), 22), m.reference || '-' || nth, 'Ana', 'Ferrer', 'x@example.org', 'en', 'active', 1
      from made m join items i on i.order_id = m.id, generate_series(1, 2) nth, app.attendees a where a.id = ${attendeeId}`.execute(
      db,
    );
  const listShortId = newShortId('cl');
  const list = await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: listShortId, name: 'Gate' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let part = 0; part < 20; part += 1)
    await sql`
      insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, device)
      select account_id, event_id, ${list.id}, id, 'Otter' from app.attendees
      where event_id = ${eventId} and id % 2 = 0 and id / 2 % 20 = ${part}`.execute(db);
  for (const table of LARGE) await sql`analyze ${sql.table(`app.${table}`)}`.execute(db);
  const body = { device: 'Otter 1' };
  const { token } = (await app.as().call(enterDoor, { params: { listShortId }, body })).body.data;
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, reference from app.attendees where event_id = ${eventId} order by id desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) throw new Error('nobody');
  return { listShortId, last, tokenHash: createHash('sha256').update(token).digest() };
}

test('a scan at a door of many orders reads the person and the rest of the order by indexes', async () => {
  const { listShortId, last, tokenHash } = await buildHall();
  const place = { shortId: listShortId, tokenHash };
  await sql`set plan_cache_mode = force_generic_plan`.execute(db);
  for (const [name, wanted, argument] of [
    ['door.facts-by-id', { attendeeId: last.id }, `${last.id}`],
    ['door.facts-by-reference', { reference: last.reference }, `'${last.reference}'`],
  ] as const) {
    expect(await findFacts(db, { place, wanted })).toMatchObject({ attendee_id: last.id });
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(
        `explain (analyze, format json) execute "${name}"(array['${listShortId}'], array[${argument}], array['\\x${tokenHash.toString('hex')}'::bytea])`,
      )
      .execute(db);
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    const nodes = explained ? nodesOf(explained.Plan) : [];
    process.stdout.write(`${ORDERS} orders, ${name}: ${explained?.['Execution Time']} ms\n`);
    const read = nodes.filter((node) => LARGE.includes(node['Relation Name'] ?? ''));
    expect(read.map((node) => node['Relation Name'])).toEqual(
      expect.arrayContaining(['attendees', 'check_ins']),
    );
    expect(read.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  }
});
