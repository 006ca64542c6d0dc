import type { Role } from '@entrada/contract/permissions';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

type Named = { id: number; name: string };

export type MemberRow = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  status: 'active' | 'inactive';
  limited: boolean;
  lastSeenAt: Date | null;
  hasSecondFactor: boolean;
  createdAt: Date;
  events: Named[];
  organizers: Named[];
};

/** Events and organizers as JSON, by name. `chosen` is SQL that selects their ids. */
const titles = (chosen: ReturnType<typeof sql>) => sql`coalesce((
  select json_agg(json_build_object('id', e.id, 'name', e.title) order by e.starts_at, e.id) from app.events e
  where e.id in (${chosen})), '[]')`;
const names = (chosen: ReturnType<typeof sql>) => sql`coalesce((
  select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name, o.id) from app.organizers o
  where o.id in (${chosen})), '[]')`;

/** The people of the account, without those who left. The owner first, then by name. With `userId`, only that one. */
export async function findMembers(
  tx: Tx | Db,
  { accountId }: AccountScope,
  userId: number | null = null,
): Promise<MemberRow[]> {
  const mine = (what: string) => sql`select x.${sql.ref(what === 'events' ? 'event_id' : 'organizer_id')}
    from ${sql.table(`app.membership_${what}`)} x where x.account_id = m.account_id and x.user_id = m.user_id`;
  const { rows } = await sql<MemberRow>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, m.role, m.status, m.limited,
      m.last_seen_at as "lastSeenAt", m.created_at as "createdAt", u.second_factor_at is not null as "hasSecondFactor", ${titles(mine('events'))} as events,
      ${names(mine('organizers'))} as organizers
    from app.memberships m join app.users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.status <> 'left'
      and (${userId}::bigint is null or m.user_id = ${userId}::bigint)
    order by m.role <> 'owner', app.fold(concat_ws(' ', u.first_name, u.last_name)), u.id`.execute(tx);
  return rows;
}

/** A member of the account with the row locked, also one who left. */
export async function lockMember(
  tx: Tx,
  { accountId }: AccountScope,
  userId: number,
): Promise<{ role: Role; status: 'active' | 'inactive' | 'left'; limited: boolean } | undefined> {
  const { rows } = await sql<{ role: Role; status: 'active' | 'inactive' | 'left'; limited: boolean }>`
    select role, status, limited from app.memberships
    where account_id = ${accountId} and user_id = ${userId} for no key update`.execute(tx);
  return rows[0];
}

export type Reach = { eventIds: readonly number[]; organizerIds: readonly number[] };

/** Those of the ids that are events and organizers of the account. */
export async function findReach(tx: Tx | Db, { accountId }: AccountScope, reach: Reach) {
  const { rows } = await sql<{ events: number[]; organizers: number[] }>`
    select array(select id from app.events where account_id = ${accountId}
        and id = any(${[...reach.eventIds]}::bigint[])) as events,
      array(select id from app.organizers where account_id = ${accountId}
        and id = any(${[...reach.organizerIds]}::bigint[])) as organizers`.execute(tx);
  return rows[0] ?? { events: [], organizers: [] };
}

/** Writes what a member reaches. Events and organizers that are gone meanwhile are left out. */
export async function writeReach(
  tx: Tx,
  { accountId }: AccountScope,
  userId: number,
  { eventIds, organizerIds }: Reach,
): Promise<void> {
  await sql`delete from app.membership_events where account_id = ${accountId} and user_id = ${userId}`.execute(
    tx,
  );
  await sql`delete from app.membership_organizers where account_id = ${accountId} and user_id = ${userId}`.execute(
    tx,
  );
  await sql`insert into app.membership_events (account_id, user_id, event_id)
    select account_id, ${userId}, id from app.events
    where account_id = ${accountId} and id = any(${[...eventIds]}::bigint[])`.execute(tx);
  await sql`insert into app.membership_organizers (account_id, user_id, organizer_id)
    select account_id, ${userId}, id from app.organizers
    where account_id = ${accountId} and id = any(${[...organizerIds]}::bigint[])`.execute(tx);
}

/** Writes role, status and whether a member is limited, and adds the membership if there is none. */
export async function writeMember(
  tx: Tx,
  { accountId }: AccountScope,
  userId: number,
  member: { role: Role; status: 'active' | 'inactive' | 'left'; limited: boolean },
): Promise<void> {
  await sql`insert into app.memberships (account_id, user_id, role, status, limited)
    values (${accountId}, ${userId}, ${member.role}, ${member.status}, ${member.limited})
    on conflict (account_id, user_id) do update set
      role = excluded.role, status = excluded.status, limited = excluded.limited`.execute(tx);
}

/** Tells open streams of changes to look at these members again. */
export async function tellStreams(tx: Tx, { accountId }: AccountScope, userIds: readonly number[]) {
  await sql`insert into app.live_feed (account_id, event_id, noun, kind, ids)
    values (${accountId}, null, 'members', 'changed', ${[...userIds]}::bigint[])`.execute(tx);
}

/** Ends the sessions of a member in the account, but for one. */
export async function endSessions(
  tx: Tx,
  { accountId }: AccountScope,
  userId: number,
  { but = null }: { but?: number | null } = {},
): Promise<void> {
  await sql`delete from app.sessions where account_id = ${accountId} and user_id = ${userId}
    and id is distinct from ${but}::bigint`.execute(tx);
}

/** The active owner and administrators of the account. */
export async function findManagers(tx: Tx | Db, { accountId }: AccountScope) {
  const { rows } = await sql<{ firstName: string; lastName: string; role: Role }>`
    select u.first_name as "firstName", u.last_name as "lastName", m.role
    from app.memberships m join app.users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.status = 'active' and m.role in ('owner', 'admin')
    order by m.role <> 'owner', u.first_name, u.id limit 10`.execute(tx);
  return rows;
}
