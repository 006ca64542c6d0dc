import { randomBytes } from 'node:crypto';
import * as endpoints from '@entrada/contract/door/check-in';
import { getEventStats } from '@entrada/contract/insight/dashboard';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { signTicketCode } from '../../sales/attendees/core/ticket-code.ts';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendees } from './attendee-fixture.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const { accountId } = owner;

async function buildHall(lists: number, guests: number) {
  const { eventId } = await buildEvent(app.db, { accountId });
  const ticket = await buildTicket(app.db, { accountId, eventId });
  const key = await app.db
    .selectFrom('event_keys')
    .select('private_key')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const doors = Array.from({ length: lists }, () => newShortId('cl'));
  await app.db
    .insertInto('check_in_lists')
    .values(
      doors.map((short_id, at) => ({
        account_id: accountId,
        event_id: eventId,
        short_id,
        name: `Door ${at}`,
      })),
    )
    .execute();
  const { ticketId, priceId } = ticket;
  const codeOf = (attendeeId: number) =>
    signTicketCode({ eventId, attendeeId, codeVersion: 1 }, key.private_key);
  const people = await insertAttendees(app.db, { accountId, eventId, ticketId, priceId }, guests);
  return { eventId, doors, people: people.map((one) => ({ ...one, code: codeOf(one.attendeeId) })) };
}

const stamp = () => {
  const nonce = randomBytes(18).toString('base64url');
  return { device: `Phone ${nonce}`, nonce, scannedAt: new Date().toISOString() };
};
/** A phone that is told to come again does so, with the same nonce. */
const scan = async (listShortId: string, code: string, extra = stamp()) => {
  const body = { method: 'scan' as const, code, ...extra };
  for (;;) {
    const reply = await app.as().call(endpoints.checkIn, { params: { listShortId }, body });
    if (reply.status !== 503) return reply.body.data;
  }
};
const undo = (listShortId: string, reference: string) =>
  app.as().call(endpoints.undoCheckIn, { params: { listShortId, reference }, body: stamp() });
const look = async (listShortId: string) => {
  const { data } = (await app.as().call(endpoints.getDoor, { params: { listShortId } })).body;
  if (data.needsPin) throw new Error('this link has no PIN');
  return data;
};
const inside = async (eventId: number) =>
  (await app.as(owner).call(getEventStats, { params: { eventId: String(eventId) } })).body.data.checkedIn;

async function expectTallied(eventId: number): Promise<void> {
  const { rows } = await sql`
    (select kind, ref_id, sum(n)::bigint as n, sum(amount)::bigint as amount from app.tallies where event_id = ${eventId}
      group by kind, ref_id having sum(n) <> 0 or sum(amount) <> 0)
    except all
    select kind, ref_id, n, amount from app.tallies_recomputed where event_id = ${eventId}`.execute(app.db);
  expect(rows).toEqual([]);
  const back = await sql`
    select kind, ref_id, n, amount from app.tallies_recomputed
      where event_id = ${eventId} and (n <> 0 or amount <> 0)
    except all
    select kind, ref_id, sum(n)::bigint, sum(amount)::bigint from app.tallies where event_id = ${eventId}
      group by kind, ref_id`.execute(app.db);
  expect(back.rows).toEqual([]);
}

test('200 pairs at once: exactly one of each is let in, and every scan is recorded', async () => {
  const { eventId, doors, people } = await buildHall(1, 200);
  const [door = ''] = doors;
  const answers = await Promise.all(
    people.flatMap(({ code }) => [code, code]).map(async (code) => ({ code, ...(await scan(door, code)) })),
  );
  for (const { code } of people) {
    const pair = answers.filter((answer) => answer.code === code);
    expect(pair.map((answer) => answer.verdict).sort()).toEqual(['admitted', 'already_in']);
    expect(pair.find((answer) => answer.verdict === 'already_in')?.earlier?.device).toMatch(/^Phone/);
  }
  const recorded = await sql<{ outcome: string; n: number }>`
    select s.outcome, count(*) as n from app.scans s join app.check_in_lists l on l.id = s.check_in_list_id
    where l.event_id = ${eventId} group by s.outcome order by s.outcome`.execute(app.db);
  expect(recorded.rows).toEqual([
    { outcome: 'admitted', n: 200 },
    { outcome: 'already_in', n: 200 },
  ]);
  await vi.waitFor(
    async () => expect(await look(door)).toMatchObject({ attendees: 200, checkedIn: 200 }),
    10_000,
  );
  await expectTallied(eventId);
});

test('the same attempt sent several times at once lets in once and answers each the same', async () => {
  const { doors, people } = await buildHall(1, 1);
  const once = stamp();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => scan(doors[0] ?? '', people[0]?.code ?? '', once)),
  );
  expect(new Set(answers.map((answer) => answer.verdict))).toEqual(new Set(['admitted']));
  expect(await look(doors[0] ?? '')).toMatchObject({ attendees: 1, checkedIn: 1 });
});

test('two lists, undoing, cancelling and folding all at once: the tallies stay what the records add up to', async () => {
  const { eventId, doors, people } = await buildHall(2, 40);
  const [one = '', two = ''] = doors;
  const fold = () => sql`select app.fold_tallies(${eventId}::bigint)`.execute(app.db);
  await Promise.all([...people.flatMap(({ code }) => [scan(one, code), scan(two, code)]), fold(), fold()]);
  await expectTallied(eventId);
  expect(await inside(eventId)).toBe(40);
  const cancel = (ids: number[]) =>
    app.db.updateTable('attendees').set({ status: 'cancelled' }).where('id', 'in', ids).execute();
  await Promise.all([
    ...people.slice(0, 20).flatMap(({ reference }) => [undo(one, reference), undo(two, reference)]),
    ...people.slice(10, 30).map(({ attendeeId }) => cancel([attendeeId])),
    fold(),
  ]);
  await expectTallied(eventId);
  expect(await inside(eventId)).toBe(10);
  await Promise.all([
    ...people.slice(0, 10).map(({ code }) => scan(one, code)),
    app.db.deleteFrom('check_in_lists').where('short_id', '=', two).execute(),
    fold(),
  ]);
  await expectTallied(eventId);
  expect(await inside(eventId)).toBe(20);
  const rows = await app.db.selectFrom('tallies').select('id').where('event_id', '=', eventId).execute();
  await fold();
  const folded = await app.db.selectFrom('tallies').select('id').where('event_id', '=', eventId).execute();
  expect(folded.length).toBeLessThanOrEqual(rows.length);
  await expectTallied(eventId);
});

test('one statement that checks people out of two lists, and in again, counts each of them once', async () => {
  const { eventId, doors, people } = await buildHall(2, 3);
  const [one = '', two = ''] = doors;
  const [both, alsoBoth, single] = people;
  for (const person of [both, alsoBoth]) for (const door of doors) await scan(door, person?.code ?? '');
  await scan(one, single?.code ?? '');
  // One of them is a guest, which the change of the ticket counts.
  await app.db
    .updateTable('orders')
    .set({ is_manual: true })
    .where('id', 'in', (query) =>
      query
        .selectFrom('attendees')
        .select('order_id')
        .where('id', '=', both?.attendeeId ?? 0),
    )
    .execute();
  await app.db
    .updateTable('attendees')
    .set({ is_guest: true })
    .where('id', '=', both?.attendeeId ?? 0)
    .execute();
  expect(await inside(eventId)).toBe(3);
  await expectTallied(eventId);
  const change = (at: string | null, door: string | null = null) =>
    sql`update app.check_ins set checked_out_at = case when ${at}::text is null then null else app.now() end
      where event_id = ${eventId} and (${door}::text is null or check_in_list_id = (
        select id from app.check_in_lists where short_id = ${door}))`.execute(app.db);
  await change('now');
  expect(await inside(eventId)).toBe(0);
  await expectTallied(eventId);
  await change(null);
  expect(await inside(eventId)).toBe(3);
  await expectTallied(eventId);
  await change('now', two);
  expect(await inside(eventId)).toBe(3);
  await expectTallied(eventId);
  await change('now');
  expect(await inside(eventId)).toBe(0);
  await expectTallied(eventId);
});

test('what another process lets in is seen soon', async () => {
  const { doors, people, eventId } = await buildHall(1, 2);
  const [door = ''] = doors;
  expect(await scan(door, people[0]?.code ?? '')).toMatchObject({ checkedIn: 1, attendees: 2 });
  await sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
    select account_id, event_id, id, ${people[1]?.attendeeId} from app.check_in_lists where short_id = ${door}`.execute(
    app.db,
  );
  await vi.waitFor(async () => expect((await look(door)).checkedIn).toBe(2), 10_000);
  expect(await inside(eventId)).toBe(2);
});
