import { sql } from 'kysely';
import { type Db, type Prepared, runPrepared } from '../../db/client.ts';
import type { LinkFacts } from './core/entry.ts';

/** A link `k` of a list `l`, and the phone `d` with the token whose hash is a parameter. */
export const linkColumns = `k.id as link_id, k.name as link_name, k.role as link_role, k.closed_at as link_closed_at,
  l.closed_at as list_closed_at, k.user_id as link_user_id, m.role as member_role,
  k.pin_hash is not null as has_pin, k.pin_version, d.id as device_id, d.pin_version as device_pin_version`;

/** `place` and `token` name the parameters: the short id of the link, and the hash of a token or null. */
export const fromLink = ({
  place,
  token,
  alsoDeleted = false,
}: {
  place: string;
  token: string;
  alsoDeleted?: boolean;
}) => `
  from app.check_in_links k
  join app.check_in_lists l on l.id = k.check_in_list_id and l.account_id = k.account_id${alsoDeleted ? '' : ' and l.deleted_at is null'}
  left join app.door_devices d on d.token_hash = ${token}::bytea and d.check_in_link_id = k.id
  left join app.memberships m on m.user_id = k.user_id and m.account_id = k.account_id and m.status = 'active'
    and (not m.limited or exists (select from app.member_events r
      where r.account_id = m.account_id and r.user_id = m.user_id and r.event_id = l.event_id))
  where k.short_id = ${place}::text`;

export type LinkRow = LinkFacts & {
  link_id: number;
  link_name: string;
  device_id: number | null;
  account_id: number;
  check_in_list_id: number;
  link_updated_at: Date;
  pin_hash: string | null;
  name: string;
  event_title: string;
};

const AT = { place: '$1', token: '$2' };
const LINK: Prepared = {
  name: 'door.link',
  text: `select ${linkColumns}, k.updated_at as link_updated_at, k.account_id, k.check_in_list_id, k.pin_hash, l.name,
    (select title from app.events e where e.id = l.event_id) as event_title ${fromLink(AT)}`,
};

/** A link by its short id, closed ones too, of a list that is not deleted; with the phone that has this token. */
export async function findLink(
  db: Db,
  { shortId, tokenHash }: { shortId: string; tokenHash: Buffer | null },
): Promise<LinkRow | undefined> {
  return (await runPrepared<LinkRow>(db, LINK, [shortId, tokenHash]))[0];
}

const LINK_TO_SEND: Prepared = {
  name: 'door.link-to-send',
  text: LINK.text.replace(fromLink(AT), fromLink({ ...AT, alsoDeleted: true })),
};

/** The same, also of a list that is deleted. */
export async function findLinkToSend(
  db: Db,
  { shortId, tokenHash }: { shortId: string; tokenHash: Buffer },
): Promise<LinkRow | undefined> {
  return (await runPrepared<LinkRow>(db, LINK_TO_SEND, [shortId, tokenHash]))[0];
}

/** Adds a phone that entered by a link. */
export async function insertDevice(
  db: Db,
  link: { account_id: number; link_id: number; pin_version: number },
  { tokenHash, name }: { tokenHash: Buffer; name: string },
): Promise<void> {
  await db
    .insertInto('door_devices')
    .values({
      account_id: link.account_id,
      check_in_link_id: link.link_id,
      token_hash: tokenHash,
      name,
      pin_version: link.pin_version,
    })
    .execute();
}

/** Writes down that a phone was here, and how many scans wait on it if that is known. */
export async function writeSeen(db: Db, deviceId: number, waiting: number | undefined): Promise<void> {
  await db
    .updateTable('door_devices')
    .set({ last_seen_at: sql<Date>`app.now()`, ...(waiting !== undefined && { waiting }) })
    .where('id', '=', deviceId)
    .execute();
}
