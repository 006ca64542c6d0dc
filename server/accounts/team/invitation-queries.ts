import type { Role } from '@entrada/contract/permissions';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { Reach } from './queries.ts';

type Named = { id: number; name: string };

const isOpen = sql`i.accepted_at is null and i.revoked_at is null`;

export type Invitation = {
  id: number;
  accountId: number;
  email: string;
  role: Role;
  limited: boolean;
  locale: string;
  note: string;
  expiresAt: Date;
  createdAt: Date;
  isExpired: boolean;
  events: Named[];
  organizers: Named[];
};

const COLUMNS = sql`i.id, i.account_id as "accountId", i.email, i.role, i.limited, i.locale, i.note,
  i.expires_at as "expiresAt", i.created_at as "createdAt", i.expires_at <= app.now() as "isExpired",
  coalesce((select json_agg(json_build_object('id', e.id, 'name', e.title) order by e.starts_at, e.id)
    from app.events e where e.account_id = i.account_id and e.id = any(i.event_ids)), '[]') as events,
  coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name, o.id)
    from app.organizers o where o.account_id = i.account_id and o.id = any(i.organizer_ids)), '[]') as organizers`;

/** The invitations of the account that are neither accepted nor revoked, the latest first. With `id`, only that one. */
export async function findOpen(
  tx: Tx | Db,
  { accountId }: AccountScope,
  id: number | null = null,
): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${COLUMNS} from app.invitations i
    where i.account_id = ${accountId} and ${isOpen} and (${id}::bigint is null or i.id = ${id}::bigint)
    order by i.id desc`.execute(tx);
  return rows;
}

/** Locks an open invitation of the account. */
export async function lockOpen(tx: Tx, { accountId }: AccountScope, id: number): Promise<boolean> {
  const { rows } = await sql`select from app.invitations i
    where i.account_id = ${accountId} and i.id = ${id} and ${isOpen} for no key update`.execute(tx);
  return rows.length > 0;
}

export type NewInvitation = Reach & {
  email: string;
  role: Role;
  limited: boolean;
  note: string;
  locale: string;
  invitedBy: number;
  hash: Buffer;
  days: number;
};

/** Adds an invitation and answers its id; null if the address has an open one. */
export async function insertInvitation(
  tx: Tx,
  { accountId }: AccountScope,
  one: NewInvitation,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into app.invitations (account_id, email, role, limited, event_ids, organizer_ids, note, locale, token_hash,
      invited_by, expires_at)
    values (${accountId}, ${one.email}, ${one.role}, ${one.limited}, ${[...one.eventIds]}::bigint[],
      ${[...one.organizerIds]}::bigint[], ${one.note}, ${one.locale}, ${one.hash}, ${one.invitedBy},
      app.now() + make_interval(days => ${one.days}))
    on conflict (account_id, lower(email)) where accepted_at is null and revoked_at is null do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The id of the open invitation of an address. */
export async function findOpenId(tx: Tx, { accountId }: AccountScope, email: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select i.id from app.invitations i
    where i.account_id = ${accountId} and lower(i.email) = lower(${email}) and ${isOpen}`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Gives an invitation a new link and its whole time. The former link is remembered, so that it can say so. */
export async function renewLink(
  tx: Tx,
  { accountId }: AccountScope,
  id: number,
  { hash, days }: { hash: Buffer; days: number },
): Promise<void> {
  await sql`insert into app.former_invitation_links (token_hash, invitation_id)
    select token_hash, id from app.invitations where account_id = ${accountId} and id = ${id}`.execute(tx);
  await sql`update app.invitations set token_hash = ${hash}, sent_at = app.now(),
      expires_at = app.now() + make_interval(days => ${days})
    where account_id = ${accountId} and id = ${id}`.execute(tx);
}

export async function revoke(tx: Tx, { accountId }: AccountScope, id: number): Promise<void> {
  await sql`update app.invitations set revoked_at = app.now()
    where account_id = ${accountId} and id = ${id}`.execute(tx);
}

export async function changeInvitation(
  tx: Tx,
  { accountId }: AccountScope,
  id: number,
  { role, limited, eventIds, organizerIds }: Reach & { role: Role; limited: boolean },
): Promise<void> {
  await sql`update app.invitations set role = ${role}, limited = ${limited},
      event_ids = ${[...eventIds]}::bigint[], organizer_ids = ${[...organizerIds]}::bigint[]
    where account_id = ${accountId} and id = ${id}`.execute(tx);
}

export type ByToken = Invitation & {
  account: string;
  timezone: string;
  inviterFirstName: string;
  inviterLastName: string;
  acceptedAt: Date | null;
  revokedAt: Date | null;
  isReplaced: boolean;
  userId: number | null;
};

/** The invitation of a link, also of one that no longer works. */
export async function findByToken(tx: Tx | Db, hash: Buffer): Promise<ByToken | undefined> {
  const { rows } = await sql<ByToken>`
    select ${COLUMNS}, a.name as account, a.timezone, u.first_name as "inviterFirstName", u.last_name as "inviterLastName",
      i.accepted_at as "acceptedAt", i.revoked_at as "revokedAt", i.token_hash <> ${hash} as "isReplaced",
      (select id from app.users x where lower(x.email) = lower(i.email)) as "userId"
    from app.invitations i join app.accounts a on a.id = i.account_id join app.users u on u.id = i.invited_by
    where i.token_hash = ${hash}
      or i.id = (select f.invitation_id from app.former_invitation_links f where f.token_hash = ${hash})`.execute(
    tx,
  );
  return rows[0];
}

/** Uses a link up, once. False if another call was faster or it no longer works. */
export async function accept(tx: Tx, id: number, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`update app.invitations i set accepted_at = app.now()
    where i.id = ${id} and i.token_hash = ${hash} and ${isOpen} and i.expires_at > app.now() returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether an address is one of the account's people, and whether that one is switched off. */
export async function findMemberByEmail(tx: Tx, { accountId }: AccountScope, email: string) {
  const { rows } = await sql<{ id: number; status: 'active' | 'inactive' }>`
    select u.id, m.status from app.users u join app.memberships m on m.user_id = u.id
    where m.account_id = ${accountId} and m.status <> 'left' and lower(u.email) = lower(${email})`.execute(
    tx,
  );
  return rows[0];
}

/** The language of the user with an address, if there is one. */
export async function findLocale(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await sql<{ locale: string }>`select locale from app.users
    where lower(email) = lower(${email})`.execute(tx);
  return rows[0]?.locale ?? null;
}

/** Adds the user of an accepted invitation, whose address the link has proved. Null if the address has one meanwhile. */
export async function insertInvitedUser(
  tx: Tx,
  user: { firstName: string; lastName: string; email: string; locale: string; passwordHash: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into app.users (first_name, last_name, email, email_confirmed_at, password_hash, locale, terms_agreed_at)
    values (${user.firstName}, ${user.lastName}, ${user.email}, app.now(), ${user.passwordHash}, ${user.locale}, app.now())
    on conflict (lower(email)) do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}
