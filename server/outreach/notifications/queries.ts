import type { Digest } from '@entrada/contract/outreach/notifications';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

export type Notified = {
  /** Null until something was switched on. */
  id: number | null;
  daily: boolean;
  weekly: boolean;
  email: string;
  emailConfirmed: boolean;
  account: string;
  timezone: string;
  now: Date;
};

/** What somebody gets of an account, with their own zone or else the account's. Undefined if they are not of it. */
export async function findNotified(
  tx: Tx | Db,
  { accountId }: AccountScope,
  userId: number,
): Promise<Notified | undefined> {
  const { rows } = await sql<Notified>`
    select n.id, n.daily_at is not null as daily, n.weekly_at is not null as weekly, u.email,
      u.email_confirmed_at is not null as "emailConfirmed", a.name as account, coalesce(u.timezone, a.timezone) as timezone, app.now() as now
    from app.memberships m join app.users u on u.id = m.user_id join app.accounts a on a.id = m.account_id
    left join app.notifications n on n.account_id = m.account_id and n.user_id = m.user_id
    where m.account_id = ${accountId} and m.user_id = ${userId}`.execute(tx);
  return rows[0];
}

type Moments = { daily: Date; weekly: Date };

/**
 * Switches summaries on, with the moment of the next one, or off. One that was on already keeps its moment, so that no
 * switching brings it twice.
 */
export async function saveNotified(
  tx: Tx | Db,
  { accountId }: AccountScope,
  {
    userId,
    timezone,
    next,
    on,
  }: { userId: number; timezone: string; next: Moments; on: Record<Digest, boolean> },
): Promise<void> {
  const [daily, weekly] = [on.daily ? next.daily : null, on.weekly ? next.weekly : null];
  await sql`
    insert into app.notifications as n (account_id, user_id, daily_at, weekly_at, timezone)
    values (${accountId}, ${userId}, ${daily}, ${weekly}, ${timezone})
    on conflict (account_id, user_id) do update set
      daily_at = case when excluded.daily_at is not null then coalesce(n.daily_at, excluded.daily_at) end,
      weekly_at = case when excluded.weekly_at is not null then coalesce(n.weekly_at, excluded.weekly_at) end,
      timezone = case when n.daily_at is null and n.weekly_at is null then excluded.timezone else n.timezone end,
      updated_at = app.now()`.execute(tx);
}

export type Subscribed = { accountId: number; userId: number; account: string; email: string; isOn: boolean };

/** Who gets a summary, by the number of their notifications. */
export async function findSubscribed(
  tx: Tx | Db,
  id: number,
  which: Digest,
): Promise<Subscribed | undefined> {
  const { rows } = await sql<Subscribed>`
    select n.account_id as "accountId", n.user_id as "userId", a.name as account, u.email,
      (case ${which} when 'daily' then n.daily_at else n.weekly_at end) is not null as "isOn"
    from app.notifications n join app.accounts a on a.id = n.account_id join app.users u on u.id = n.user_id
    where n.id = ${id}`.execute(tx);
  return rows[0];
}
