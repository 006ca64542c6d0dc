import { sql } from 'kysely';
import type { Db } from '../server/db/client.ts';
import { newShortId } from '../server/platform/secrets.ts';
import { signTicketCode } from '../server/sales/attendees/core/ticket-code.ts';
import type { BuiltShop } from './shops.ts';

/** A separate door, so that scans of other groups do not count, and its signed codes from `first` on. */
export async function openDoor(db: Db, { accountId, eventId }: BuiltShop): Promise<string> {
  const shortId = newShortId('cl');
  await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: shortId, name: 'Side door' })
    .execute();
  return shortId;
}

/** Answers codes of tickets that were never scanned. */
export async function codesOf(db: Db, eventId: number): Promise<(count: number) => string[]> {
  const attendees = await sql<{ id: number; code_version: number }>`
    select id, code_version from app.attendees where event_id = ${eventId} order by id`.execute(db);
  const key = await sql<{ private_key: Buffer }>`
    select private_key from app.event_keys where event_id = ${eventId}`.execute(db);
  const privateKey = key.rows[0]?.private_key;
  if (!privateKey) throw new Error('The event has no key');
  let used = 0;
  return (count) => {
    const rows = attendees.rows.slice(used, used + count);
    used += count;
    return rows.map((row) =>
      signTicketCode({ eventId, attendeeId: row.id, codeVersion: row.code_version }, privateKey),
    );
  };
}
