import type { Role } from '@entrada/contract/permissions';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

const isOpen = sql`t.accepted_at is null and t.ended_at is null and t.expires_at > app.now()`;

export type Transfer = {
  id: number;
  account: string;
  timezone: string;
  fromId: number;
  fromFirstName: string;
  fromLastName: string;
  toId: number;
  toFirstName: string;
  toLastName: string;
  toEmail: string;
  expiresAt: Date;
};

/** The open handover of the account. */
export async function findOpenTransfer(
  tx: Tx | Db,
  { accountId }: AccountScope,
): Promise<Transfer | undefined> {
  const { rows } = await sql<Transfer>`
    select t.id, a.name as account, a.timezone, t.from_user_id as "fromId", f.first_name as "fromFirstName",
      f.last_name as "fromLastName", t.to_user_id as "toId", u.first_name as "toFirstName", u.last_name as "toLastName",
      u.email as "toEmail", t.expires_at as "expiresAt"
    from app.ownership_transfers t join app.accounts a on a.id = t.account_id
    join app.users f on f.id = t.from_user_id join app.users u on u.id = t.to_user_id
    where t.account_id = ${accountId} and ${isOpen}`.execute(tx);
  return rows[0];
}

/** Ends whatever is open or has expired; with `ofUser` only what that member has a part in. Answers whether anything was open. */
export async function endOpenTransfers(
  tx: Tx,
  { accountId }: AccountScope,
  { ofUser = null }: { ofUser?: number | null } = {},
): Promise<boolean> {
  const { rows } = await sql<{ wasOpen: boolean }>`
    update app.ownership_transfers t set ended_at = app.now()
    where t.account_id = ${accountId} and t.accepted_at is null and t.ended_at is null
      and (${ofUser}::bigint is null or ${ofUser}::bigint in (t.from_user_id, t.to_user_id))
    returning t.expires_at > app.now() as "wasOpen"`.execute(tx);
  return rows.some(({ wasOpen }) => wasOpen);
}

/** Adds an offer; false if the account has an open one. */
export async function insertTransfer(
  tx: Tx,
  { accountId }: AccountScope,
  { from, to, days }: { from: number; to: number; days: number },
): Promise<number | null> {
  await sql`update app.ownership_transfers set ended_at = app.now()
    where account_id = ${accountId} and accepted_at is null and ended_at is null and expires_at <= app.now()`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    insert into app.ownership_transfers (account_id, from_user_id, to_user_id, expires_at)
    values (${accountId}, ${from}, ${to}, app.now() + make_interval(days => ${days}))
    on conflict (account_id) where accepted_at is null and ended_at is null do nothing returning id`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** Uses an offer up, once. */
export async function acceptTransfer(tx: Tx, { accountId }: AccountScope, userId: number) {
  const { rows } = await sql<{ fromId: number }>`
    update app.ownership_transfers t set accepted_at = app.now()
    where t.account_id = ${accountId} and t.to_user_id = ${userId} and ${isOpen}
    returning t.from_user_id as "fromId"`.execute(tx);
  return rows[0]?.fromId ?? null;
}

/** Makes one member an administrator, then the other the owner: there is one owner at a time. */
export async function swapOwner(
  tx: Tx,
  { accountId }: AccountScope,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const write = (userId: number, role: Role) =>
    sql`update app.memberships set role = ${role}, limited = false
      where account_id = ${accountId} and user_id = ${userId}`.execute(tx);
  await write(from, 'admin');
  await write(to, 'owner');
}
