import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';
import type { DemoEvent } from './program.ts';
import type { Random } from './random.ts';
import { localInstant } from './time.ts';

const DOORS = ['Main gate', 'Side gate', 'Phone of Pau'] as const;

/** Creates a check-in list with some links for every live event. Most guests of a past event are checked in. */
export async function seedDoor(
  db: Db,
  given: { accountId: number; eventId: number; event: DemoEvent; random: Random },
): Promise<void> {
  const { accountId, eventId, event, random } = given;
  if (event.status !== 'public') return;
  const list = await db
    .insertInto('check_in_lists')
    .values({
      account_id: accountId,
      event_id: eventId,
      short_id: newShortId('cl'),
      name: 'Main gate',
      description: 'Wristbands are in the blue box. Under-16s come in with an adult.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = { account_id: accountId, check_in_list_id: list.id, role: 'steward' };
  const links = await db
    .insertInto('check_in_links')
    .values(DOORS.map((name) => ({ ...link, name, short_id: newShortId('cl') })))
    .returning(['id', 'name'])
    .execute();
  const linkOf = new Map(links.map(({ id, name }) => [name, id]));
  if (event.day >= 0) return;
  const attendees = await db
    .selectFrom('attendees')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'active')
    .execute();
  const doorsOpen = localInstant(event.day, event.start).getTime() - 45 * 60_000;
  for (const attendee of attendees) {
    if (random.next() > 0.87) continue;
    const at = new Date(doorsOpen + random.between(0, 120 * 60) * 1000);
    const device = random.pick(DOORS);
    await db
      .insertInto('check_ins')
      .values({
        account_id: accountId,
        event_id: eventId,
        check_in_list_id: list.id,
        attendee_id: attendee.id,
        checked_in_at: at,
        device,
      })
      .execute();
    await db
      .insertInto('scans')
      .values({
        account_id: accountId,
        check_in_list_id: list.id,
        attendee_id: attendee.id,
        outcome: 'admitted',
        method: 'scan',
        device,
        check_in_link_id: linkOf.get(device) ?? null,
        nonce: randomBytes(12).toString('hex'),
        scanned_at: at,
        received_at: at,
      })
      .execute();
  }
}
