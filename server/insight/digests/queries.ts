import type { Locale } from '@entrada/contract/constants';
import type { Digest } from '@entrada/contract/outreach/notifications';
import type { Role } from '@entrada/contract/permissions';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { reachesEvent } from '../../platform/reach/queries.ts';
import { SUMS } from '../figures/queries.ts';
import type { EventSum } from './core/digest.ts';
import type { Period } from './core/period.ts';

/** A person's own zone, or else that of the account. */
const ZONE = sql`coalesce(u.timezone, a.timezone)`;
const READER = sql`n.id, n.account_id as "accountId", n.user_id as "userId", a.name as account, ${ZONE} as timezone, u.email, u.locale,
  u.first_name as "firstName", m.role, m.limited, m.status = 'active' and u.email_confirmed_at is not null as "mayRead"`;
const OF_READER = sql`app.notifications n join app.accounts a on a.id = n.account_id join app.users u on u.id = n.user_id
  join app.memberships m on m.account_id = n.account_id and m.user_id = n.user_id`;

export type Reader = {
  id: number;
  accountId: number;
  userId: number;
  account: string;
  timezone: string;
  email: string;
  locale: Locale;
  firstName: string;
  role: Role;
  limited: boolean;
  /** Whether they are of the account and their address is their own. */
  mayRead: boolean;
};
export type Due = Reader & { dailyAt: Date | null; weeklyAt: Date | null; now: Date };

/**
 * Whoever has a summary whose moment has come, or lives by another zone than when the moments were found. Their rows
 * are locked; those that another process has locked are left to it.
 */
export async function lockDue(tx: Tx, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select ${READER}, n.daily_at as "dailyAt", n.weekly_at as "weeklyAt", app.now() as now
    from ${OF_READER}
    where least(n.daily_at, n.weekly_at) <= app.now()
      or (least(n.daily_at, n.weekly_at) is not null and n.timezone <> ${ZONE})
    order by n.id limit ${most} for no key update of n skip locked`.execute(tx);
  return rows;
}

/** Sets when the summaries are due next. The row must be locked. */
export async function writeNext(
  tx: Tx,
  { id, accountId, timezone }: Due,
  { daily, weekly }: Record<Digest, Date>,
): Promise<void> {
  await sql`update app.notifications set daily_at = case when daily_at is not null then ${daily}::timestamptz end,
      weekly_at = case when weekly_at is not null then ${weekly}::timestamptz end, timezone = ${timezone}
    where account_id = ${accountId} and id = ${id}`.execute(tx);
}

/** Who gets a summary, if it is still switched on. */
export async function findReader(db: Db, id: number, which: Digest): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select ${READER} from ${OF_READER}
    where n.id = ${id} and (case ${which} when 'daily' then n.daily_at else n.weekly_at end) is not null`.execute(
    db,
  );
  return rows[0];
}

/**
 * What happened to each event of the account in a period and in the one before it. Days are those of the event's zone that
 * end in the period, so that each is in one period.
 */
export async function findSums(tx: Tx | Db, scope: AccountScope, period: Period): Promise<EventSum[]> {
  const { before, from, until } = period;
  const { rows } = await sql<EventSum>`
    with zoned as materialized (
      select id, title, currency, (${before}::timestamptz at time zone timezone)::date as before,
        (${from}::timestamptz at time zone timezone)::date as first, (${until}::timestamptz at time zone timezone)::date as until
      from app.events where account_id = ${scope.accountId} and ${reachesEvent(scope, sql`id`)})
    select z.id, z.title, z.currency, f.day < z.first as "isBefore", ${SUMS}
    from zoned z join app.daily_figures f on f.event_id = z.id and f.day >= z.before and f.day < z.until
    where f.kind not in ('sources', 'promos', 'sales', 'charges')
    group by z.id, z.title, z.currency, 4`.execute(tx);
  return rows;
}

export type ComingEvent = {
  id: number;
  title: string;
  startsAt: Date;
  endsAt: Date | null;
  timezone: string;
};

/** The public events of the account that take place on so many days from that of an instant on. The next one first. */
export async function findComing(
  tx: Tx | Db,
  scope: AccountScope,
  { at, days, timezone }: { at: Date; days: number; timezone: string },
): Promise<ComingEvent[]> {
  const { rows } = await sql<ComingEvent>`
    with days as (select date_trunc('day', ${at}::timestamptz at time zone ${timezone}) as first)
    select e.id, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.timezone
    from app.events e, days d
    where e.account_id = ${scope.accountId} and e.status = 'public' and e.called_off_at is null
      and ${reachesEvent(scope, sql`e.id`)}
      and e.starts_at < (d.first + make_interval(days => ${days})) at time zone ${timezone}
      and e.effective_end > d.first at time zone ${timezone}
    order by e.starts_at, e.id limit 20`.execute(tx);
  return rows;
}
