import { gzipSync } from 'node:zlib';
import { HEADERS } from '@entrada/contract/constants';
import { enterDoor } from '@entrada/contract/door/check-in-links';
import { listOfflinePeople, sendOfflineScans } from '@entrada/contract/door/offline';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { signTicketCode } from '../../sales/attendees/core/ticket-code.ts';
import { buildTestApp } from '../../test/app.ts';
import { IS_DEEP } from '../../test/deep.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';

vi.setConfig({ testTimeout: 1_200_000 });
const app = await buildTestApp();
const { db } = app;
const PEOPLE = IS_DEEP ? 100_000 : 6_000;
const BATCH = 10_000;
/** 3 MB for 100,000. */
const MOST_BYTES = 30 * PEOPLE;

/** Tickets, every second inside, with names and references of random letters, which compress worse than those of people. */
async function buildHall() {
  const { accountId } = await buildAccount(db);
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId });
  const { attendeeId } = await insertAttendee(db, { accountId, eventId, ...ticket });
  for (let from = 1; from < PEOPLE; from += BATCH)
    await sql`
    insert into app.attendees (account_id, event_id, order_id, order_item_id, ticket_id, price_id, short_id, reference,
      first_name, last_name, email, locale, status, code_version, created_at)
    select a.account_id, a.event_id, a.order_id, a.order_item_id, a.ticket_id, a.price_id, 'a_' || left(r.md, 22), upper(left(r.md, 8)) || '-' || n,
      translate(left(md5(r.md), 5), '0123456789', 'ghijklmnop'), translate(left(md5(r.md || 'x'), 8), '0123456789', 'qrstuvwxyz'),
      'x@example.org', 'en', case when n % 50 = 0 then 'cancelled' else 'active' end, 1, app.now() - n * interval '1 second'
    from generate_series(${from}::int, ${Math.min(from + BATCH, PEOPLE) - 1}::int) n, lateral (select md5(n || 'salt' || random()) as md) r, app.attendees a
    where a.id = ${attendeeId}`.execute(db);
  const listShortId = newShortId('cl');
  const list = await db
    .insertInto('check_in_lists')
    .values({
      account_id: accountId,
      event_id: eventId,
      short_id: listShortId,
      name: 'Gate',
      allows_reentry: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let part = 0; part < 20; part += 1)
    await sql`
    insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, device, checked_in_at)
    select account_id, event_id, ${list.id}, id, 'Otter ' || id % 20, app.now() - random() * interval '3 hours'
    from app.attendees where event_id = ${eventId} and id % 2 = 0 and id / 2 % 20 = ${part}`.execute(db);
  await sql`analyze app.attendees, app.check_ins, app.scans`.execute(db);
  const params = { listShortId };
  const token = (await app.as().call(enterDoor, { params, body: { device: 'Otter 1' } })).body.data.token;
  return { eventId, params, phone: { headers: { [HEADERS.doorDevice]: token } } };
}

test('so many people have few enough bytes, and 500 scans are one call', async () => {
  const { eventId, params, phone } = await buildHall();
  const client = app.as();
  let [bytes, people] = [0, 0];
  let after: string | undefined;
  const ids = new Set<number>();
  const began = performance.now();
  do {
    const query = after === undefined ? {} : { after };
    const { body, problem, status } = await client.call(listOfflinePeople, { params, query }, phone);
    expect(status, JSON.stringify(problem)).toBe(200);
    bytes += gzipSync(JSON.stringify(body)).length;
    people += body.data.people.length;
    for (const [id] of body.data.people) ids.add(id);
    after = body.data.next ?? undefined;
  } while (after !== undefined);
  process.stdout.write(`${people} people: ${bytes} bytes in ${Math.round(performance.now() - began)} ms\n`);
  expect([people, ids.size]).toEqual([PEOPLE, PEOPLE]);
  expect(bytes).toBeLessThan(MOST_BYTES);
  const key = await db
    .selectFrom('event_keys')
    .select('private_key')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const some = [...ids];
  for (let round = 0; round < 5; round += 1) {
    const scans = some.slice(round * 500, round * 500 + 500).map((attendeeId) => ({
      nonce: `nonce-of-${attendeeId}-in-a-round`,
      code: signTicketCode({ eventId, attendeeId, codeVersion: 1 }, key.private_key),
      scannedAt: at,
      verdict: 'admitted' as const,
    }));
    const started = performance.now();
    const reply = await client.call(
      sendOfflineScans,
      { params, body: { device: 'Otter 1', sentAt: at, scans } },
      phone,
    );
    process.stdout.write(`500 scans: ${Math.round(performance.now() - started)} ms\n`);
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data.results).toHaveLength(500);
  }
});
