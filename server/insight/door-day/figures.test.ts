import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { insertAttendee } from '../../door/check-in/attendee-fixture.ts';
import { newShortId } from '../../platform/secrets.ts';
import { useTestDatabase } from '../../test/database.ts';
import { foldLoose } from './service.ts';

const { db } = await useTestDatabase();
const { accountId } = await buildAccount(db);

/** An event with two tickets, two doors and three people. */
async function anEvent() {
  const { eventId } = await buildEvent(db, { accountId });
  const tickets = [
    await buildTicket(db, { accountId, eventId, name: 'Pass' }),
    await buildTicket(db, { accountId, eventId, name: 'Day', position: 2 }),
  ] as const;
  const lists = await db
    .insertInto('check_in_lists')
    .values(
      ['Main', 'Side'].map((name) => ({
        account_id: accountId,
        event_id: eventId,
        short_id: newShortId('cl'),
        name,
      })),
    )
    .returning('id')
    .execute();
  const people = [];
  for (let nth = 0; nth < 3; nth += 1)
    people.push(await insertAttendee(db, { accountId, eventId, ...tickets[0] }));
  return {
    eventId,
    tickets,
    lists: lists.map(({ id }) => id),
    people: people.map(({ attendeeId }) => attendeeId),
  };
}

/** Where figures and records differ. */
const drift = async (eventId: number) =>
  (
    await sql`
      with figured as (
        select kind, ref_id, at, sum(n)::int as n from app.door_figures where event_id = ${eventId}
        group by kind, ref_id, at having sum(n) <> 0)
      select coalesce(f.kind, r.kind) as kind, coalesce(f.ref_id, r.ref_id) as ref, f.n as figure, r.n::int as record
      from figured f full join (select * from app.door_figures_recomputed where event_id = ${eventId}) r
        on r.kind = f.kind and r.ref_id = f.ref_id and r.at = f.at
      where f.n is distinct from r.n`.execute(db)
  ).rows;

const nth = (max: number) => fc.integer({ min: 0, max });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('enter' as const), who: nth(2), door: nth(1), hours: nth(50) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), who: nth(2) }) },
  fc.record({ do: fc.constant('undo' as const), who: nth(2), door: nth(1) }),
  fc.record({ do: fc.constant('return' as const), who: nth(2), door: nth(1) }),
  fc.record({ do: fc.constant('redate' as const), who: nth(2), hours: nth(50) }),
  fc.record({ do: fc.constant('ticket' as const), who: nth(2), ticket: nth(1) }),
  fc.record({
    do: fc.constant('status' as const),
    who: nth(2),
    status: fc.constantFrom('active', 'cancelled'),
  }),
  fc.record({ do: fc.constant('zone' as const), zone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Lima') }),
  fc.record({ do: fc.constant('fold' as const) }),
);

test('whatever happens at the doors, the figures are what the records add up to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { eventId, tickets, lists, people } = await anEvent();
      for (const one of steps) {
        const who = 'who' in one ? people[one.who] : 0;
        const door = 'door' in one ? lists[one.door] : 0;
        const at = sql`'2026-03-27T20:10:30Z'::timestamptz + make_interval(hours => ${'hours' in one ? one.hours : 0})`;
        if (one.do === 'enter')
          await sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id, checked_in_at)
          values (${accountId}, ${eventId}, ${door}, ${who}, ${at}) on conflict do nothing`.execute(db);
        else if (one.do === 'leave')
          await sql`update app.check_ins set checked_out_at = app.now() where attendee_id = ${who}`.execute(
            db,
          );
        else if (one.do === 'undo')
          await sql`delete from app.check_ins where attendee_id = ${who} and check_in_list_id = ${door}`.execute(
            db,
          );
        else if (one.do === 'return')
          await sql`update app.check_ins set checked_out_at = null where id = (
          select max(id) from app.check_ins where attendee_id = ${who} and check_in_list_id = ${door})`.execute(
            db,
          );
        else if (one.do === 'redate')
          await sql`update app.check_ins set checked_in_at = ${at} where attendee_id = ${who}`.execute(db);
        else if (one.do === 'ticket')
          await sql`update app.attendees set ticket_id = ${tickets[one.ticket]?.ticketId}, price_id = ${tickets[one.ticket]?.priceId}
          where id = ${who}`.execute(db);
        else if (one.do === 'status')
          await sql`update app.attendees set status = ${one.status},
          cancelled_at = case when ${one.status} = 'cancelled' then app.now() end where id = ${who}`.execute(
            db,
          );
        else if (one.do === 'zone')
          await sql`update app.events set timezone = ${one.zone} where id = ${eventId}`.execute(db);
        else await sql`select app.fold_door_figures(${eventId}::bigint)`.execute(db);
        expect(await drift(eventId), JSON.stringify(one)).toEqual([]);
      }
    }),
    { numRuns: 10 },
  );
});

test('a person whom two doors let in at once counts once, and one who is cancelled meanwhile is not inside', async () => {
  const { eventId, lists, people } = await anEvent();
  const enter = (tx: typeof db, door: number | undefined) =>
    sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
      values (${accountId}, ${eventId}, ${door}, ${people[0]})`.execute(tx);
  const untilWaiting = () =>
    expect
      .poll(async () => {
        const { rows } = await sql<{
          n: number;
        }>`select count(*)::int as n from pg_locks where not granted`.execute(db);
        return rows[0]?.n;
      })
      .toBeGreaterThan(0);
  const first = await db.startTransaction().execute();
  await enter(first, lists[0]);
  const second = enter(db, lists[1]);
  await untilWaiting();
  await first.commit().execute();
  await second;
  expect(await drift(eventId)).toEqual([]);

  await sql`delete from app.check_ins where event_id = ${eventId}`.execute(db);
  const cancelling = await db.startTransaction().execute();
  await sql`update app.attendees set status = 'cancelled', cancelled_at = app.now() where id = ${people[0]}`.execute(
    cancelling,
  );
  const late = enter(db, lists[0]);
  await untilWaiting();
  await cancelling.commit().execute();
  await late;
  expect(await drift(eventId)).toEqual([]);
});

test('a tick folds many rows, and the figures stay', async () => {
  const { eventId, lists, people } = await anEvent();
  await sql`insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
    values (${accountId}, ${eventId}, ${lists[0]}, ${people[0]})`.execute(db);
  // As if somebody had come and gone all day.
  await sql`insert into app.door_figures (account_id, event_id, kind, ref_id, at, n)
    select account_id, event_id, kind, ref_id, at, sign from app.door_figures, generate_series(1, 100), unnest(array[1, -1]) sign
    where event_id = ${eventId}`.execute(db);
  const count = async () =>
    (await sql`select from app.door_figures where event_id = ${eventId}`.execute(db)).rows.length;
  expect(await count()).toBeGreaterThan(500);
  await foldLoose({ db });
  expect(await count()).toBeLessThan(5);
  expect(await drift(eventId)).toEqual([]);
});
