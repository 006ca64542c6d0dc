import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { inTransaction } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { IS_DEEP } from '../../test/deep.ts';
import { insertAttendees } from '../check-in/attendee-fixture.ts';
import { lockList } from '../movements/queries.ts';
import { type DoorScan, recordMovements } from '../movements/service.ts';

vi.setConfig({ testTimeout: 1_200_000 });
const { db } = await buildTestApp();
const PHONES = 5;
const PEOPLE = 4;

/** What one phone saw, by minutes: whom it let in or out. */
const log = fc.array(
  fc.record({
    person: fc.nat({ max: PEOPLE - 1 }),
    direction: fc.constantFrom<'in' | 'out'>('in', 'in', 'out'),
    minute: fc.nat({ max: 59 }),
    isTwice: fc.boolean(),
  }),
  { maxLength: 8 },
);
const arbitrary = fc.record({
  logs: fc.array(log, { minLength: PHONES, maxLength: PHONES }),
  order: fc.shuffledSubarray([...Array(PHONES).keys()], { minLength: PHONES }),
});

/** A list for each run, with the same people of one event. */
async function buildHall() {
  const { accountId } = await buildAccount(db);
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId });
  const people = await insertAttendees(db, { accountId, eventId, ...ticket }, PEOPLE);
  const newList = async () =>
    (
      await db
        .insertInto('check_in_lists')
        .values({
          account_id: accountId,
          event_id: eventId,
          short_id: newShortId('cl'),
          name: newShortId('cl'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  return { eventId, people, newList };
}
type Hall = Awaited<ReturnType<typeof buildHall>>;
type Logs = (typeof arbitrary extends fc.Arbitrary<infer Run> ? Run : never)['logs'];

/** Sends the log of one phone. A scan that was made twice has the same nonce. */
async function send(hall: Hall, listId: number, { phone, logs }: { phone: number; logs: Logs }) {
  await inTransaction(db, async (tx) => {
    const list = await lockList(tx, listId);
    if (!list) throw new Error('no list');
    // All lists have the same hour.
    const hour = Math.floor(list.nowMicros / 86_400_000_000) * 86_400_000_000 - 7_200_000_000;
    const scans = (logs[phone] ?? []).flatMap((one, nth): DoorScan[] => {
      const scan: DoorScan = {
        attendeeId: hall.people[one.person]?.attendeeId ?? null,
        direction: one.direction,
        happenedAt: hour + one.minute * 60_000_000 + phone,
        method: 'scan',
        device: `Phone ${phone}`,
        deviceKey: null,
        nonce: `phone-${phone}-scan-${nth}-of-many`,
        scannedAt: new Date().toISOString(),
        phoneVerdict: one.direction === 'in' ? 'admitted' : 'checked_out',
        userId: null,
        linkId: null,
      };
      return one.isTwice ? [scan, scan] : [scan];
    });
    await recordMovements(tx, list, scans, ({ direction }) => ({
      outcome: direction === 'in' ? 'admitted' : 'checked_out',
      moves: direction,
      isConflict: false,
    }));
  });
}

async function stateOf(listId: number) {
  const exits = await sql<{ attendee_id: number; checked_out_at: Date | null }>`
    select attendee_id, checked_out_at from app.check_ins where check_in_list_id = ${listId}
    order by attendee_id, checked_out_at`.execute(db);
  const scans = await sql`
    select nonce, attendee_id, direction, happened_at from app.scans where check_in_list_id = ${listId} order by nonce`.execute(
    db,
  );
  return { exits: exits.rows, scans: scans.rows };
}

const whole = async (listId: number) =>
  (
    await sql`
      select 'entry' as what, attendee_id, device, checked_in_at::text as at, checked_out_at::text as at2, id
      from app.check_ins where check_in_list_id = ${listId}
      union all
      select outcome, attendee_id, device, received_at::text, first_at::text, id from app.scans
      where check_in_list_id = ${listId} order by 1, 6`.execute(db)
  ).rows;

async function expectFigured({ eventId }: Hall): Promise<void> {
  for (const [kept, counted, at] of [
    [sql`app.tallies`, sql`app.tallies_recomputed`, sql`null::timestamptz`],
    [sql`app.door_figures`, sql`app.door_figures_recomputed`, sql`at`],
  ]) {
    const { rows } = await sql`
      select * from (select kind, ref_id, ${at} as at, sum(n)::bigint as n from ${kept} where event_id = ${eventId}
        group by 1, 2, 3 having sum(n) <> 0) k
      full join (select kind, ref_id, ${at} as at, n from ${counted} where event_id = ${eventId} and n <> 0) c
        on c.kind = k.kind and c.ref_id = k.ref_id and c.at is not distinct from k.at
      where k.n is distinct from c.n`.execute(db);
    expect(rows).toEqual([]);
  }
}

/**
 * Row B2: random logs of five phones, sent in two orders to two lists, lead to the same people inside, the same exits and the
 * same scans. Sending everything again changes nothing. The figures stay what the entries add up to.
 */
async function expectOneState(numRuns: number): Promise<void> {
  const hall = await buildHall();
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ logs, order }) => {
      const [one, other] = [await hall.newList(), await hall.newList()];
      for (let phone = 0; phone < PHONES; phone += 1) await send(hall, one, { phone, logs });
      for (const phone of order) await send(hall, other, { phone, logs });
      const state = await stateOf(one);
      expect(await stateOf(other)).toEqual(state);
      const before = await whole(other);
      for (const phone of order.toReversed()) await send(hall, other, { phone, logs });
      expect(await whole(other)).toEqual(before);
      await expectFigured(hall);
    }),
    { numRuns },
  );
}

test('five phones send their logs in any order, and again: one state', () =>
  expectOneState(IS_DEEP ? 300 : 6));
