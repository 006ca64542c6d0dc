import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { useTestDatabase } from '../../test/database.ts';
import { insertAttendees } from './attendee-fixture.ts';
import { countChanged, countsOf } from './counts.ts';

const { db } = await useTestDatabase();
const { accountId } = await buildAccount(db);

async function buildList(people: number) {
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId });
  const some = await insertAttendees(db, { accountId, eventId, ...ticket }, people);
  const list = await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: newShortId('cl'), name: 'Gate' })
    .returning(['id', 'event_id', 'all_tickets'])
    .executeTakeFirstOrThrow();
  const ids = some.map(({ attendeeId }) => attendeeId);
  /** Lets the next one in. Answers the transaction. */
  const enter = async () => {
    const { rows } = await sql<{ xid: string }>`
      insert into app.check_ins (account_id, event_id, check_in_list_id, attendee_id)
      values (${accountId}, ${eventId}, ${list.id}, ${ids.pop() ?? 0}) returning pg_current_xact_id()::text as xid`.execute(
      db,
    );
    return rows[0]?.xid ?? '';
  };
  return { list, enter };
}

test('an entry counts once, whether it was known before the counts were read or after', async () => {
  const { list, enter } = await buildList(3);
  const first = await enter();
  expect(await countsOf(db, list)).toEqual({ attendees: 3, checkedIn: 1 });
  // It is in the counts that were read, and this process only hears of it now.
  countChanged(db, list.id, 1, first);
  expect((await countsOf(db, list)).checkedIn).toBe(1);
  countChanged(db, list.id, 1, await enter());
  expect((await countsOf(db, list)).checkedIn).toBe(2);
  // Without its transaction it is added to what is known.
  await enter();
  countChanged(db, list.id, 1);
  expect((await countsOf(db, list)).checkedIn).toBe(3);
});

test('entries that are written while the counts are read count once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { list, enter } = await buildList(6);
    const enterAndSay = async () => countChanged(db, list.id, 1, await enter());
    const before = Array.from({ length: round % 4 }, enterAndSay);
    const read = countsOf(db, list);
    await Promise.all([read, ...before, ...Array.from({ length: 6 - (round % 4) }, enterAndSay)]);
    expect((await countsOf(db, list)).checkedIn).toBe(6);
  }
});
