import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import type { ExportReader, Stop } from '@entrada/contract/insight/scheduled-exports';
import type { Role } from '@entrada/contract/permissions';
import type { ExportFormat, ExportName } from '@entrada/contract/sales/exports';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { inserterOf, markedRemoverOf, updaterOf } from '../../platform/rows.ts';

/** Adds a scheduled export and answers its id. */
export const insertScheduled = inserterOf('scheduled_exports');
/** Writes to scheduled exports and raises their version. The rows must be locked. */
export const updateScheduled = updaterOf('scheduled_exports');

const select = (tx: Tx | Db) =>
  tx
    .selectFrom('scheduled_exports as s')
    .innerJoin('users as u', 'u.id', 's.created_by')
    .select([
      's.id',
      's.account_id as accountId',
      's.event_id as eventId',
      's.what',
      's.format',
      's.query',
      's.locale',
      's.weekday',
      's.hour',
      's.next_at as nextAt',
      's.stopped',
      's.version',
      's.deleted_at as deletedAt',
      'u.first_name as firstName',
      'u.last_name as lastName',
      sql<number[]>`array(select r.user_id from app.scheduled_export_recipients r
        where r.scheduled_export_id = s.id order by r.user_id)`.as('recipients'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toScheduled = ({ firstName, lastName, ...row }: Row) => ({
  ...row,
  what: row.what as ExportName,
  format: row.format as ExportFormat,
  query: row.query as Record<string, string>,
  locale: row.locale as Locale,
  stopped: row.stopped as Stop | null,
  createdBy: personName({ firstName, lastName }),
});
export type Scheduled = ReturnType<typeof toScheduled>;

/** The scheduled exports of an event without deleted ones, oldest first; or one of them by its id. */
export async function findScheduled(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, id }: { eventId: number; id?: number },
): Promise<Scheduled[]> {
  let query = select(tx)
    .where('s.account_id', '=', scope.accountId)
    .where('s.event_id', '=', eventId)
    .where('s.deleted_at', 'is', null);
  if (id !== undefined) query = query.where('s.id', '=', id);
  return (await query.orderBy('s.id').execute()).map(toScheduled);
}

/** One scheduled export with its row locked; undefined if the account has none. Deleted ones too, for a day. */
export async function lockScheduled(
  tx: Tx,
  scope: AccountScope,
  { eventId, id }: { eventId: number; id: number },
): Promise<Scheduled | undefined> {
  const row = await select(tx)
    .where('s.account_id', '=', scope.accountId)
    .where('s.event_id', '=', eventId)
    .where('s.id', '=', id)
    .where(sql<boolean>`(s.deleted_at is null or s.deleted_at > app.now() - interval '1 day')`)
    .forNoKeyUpdate('s')
    .executeTakeFirst();
  return row && toScheduled(row);
}

/** Replaces the recipients of a scheduled export. Its row must be locked. */
export async function writeRecipients(
  tx: Tx,
  scope: AccountScope,
  id: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`delete from app.scheduled_export_recipients
    where account_id = ${scope.accountId} and scheduled_export_id = ${id}
      and user_id <> all(${[...userIds]}::bigint[])`.execute(tx);
  await sql`insert into app.scheduled_export_recipients (account_id, scheduled_export_id, user_id)
    select ${scope.accountId}::bigint, ${id}::bigint, user_id from unnest(${[...userIds]}::bigint[]) u(user_id)
    on conflict do nothing`.execute(tx);
}

/** A person of the account as a recipient, with the language of their mails. */
export type Reader = ExportReader & { locale: Locale };

/**
 * The active people of an account who reach an event, by name, and those of `ids` who are not active any more. With `only`, nobody but those of
 * `ids`.
 */
export async function findReaders(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, ids, only = false }: { eventId: number; ids: readonly number[]; only?: boolean },
): Promise<Reader[]> {
  const isActive = sql<boolean>`(m.status = 'active' and (not m.limited or exists (select from app.member_events r
    where r.account_id = m.account_id and r.user_id = m.user_id and r.event_id = ${eventId})))`;
  const named = sql<boolean>`m.user_id = any(${[...ids]}::bigint[])`;
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.locale', 'm.role'])
    .select(isActive.as('isActive'))
    .select(sql<boolean>`u.email_confirmed_at is not null`.as('isConfirmed'))
    .where('m.account_id', '=', scope.accountId)
    .where(only ? named : sql<boolean>`(${isActive} or ${named})`)
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: personName({ firstName: row.first_name, lastName: row.last_name }),
    email: row.email,
    role: row.role as Role,
    locale: row.locale as Locale,
    isActive: row.isActive,
    isConfirmed: row.isConfirmed,
  }));
}

/** A scheduled export that has to be looked after, and how things stand with its event. */
export type Due = Awaited<ReturnType<typeof lockDue>>[number];

/**
 * Scheduled exports whose moment has come, or whose event has another time zone than when the moment was computed. Their
 * rows are locked; those that another process has locked are left to it.
 */
export async function lockDue(tx: Tx, most: number) {
  return tx
    .selectFrom('scheduled_exports as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .select([
      's.id',
      's.account_id as accountId',
      's.event_id as eventId',
      's.weekday',
      's.hour',
      'e.timezone',
      'e.status',
      'e.effective_end as eventEnd',
      sql<Date>`s.next_at`.as('nextAt'),
      sql<Date>`app.now()`.as('now'),
      sql<boolean>`s.next_at <= app.now()`.as('isDue'),
    ])
    .where('s.next_at', 'is not', null)
    .where(sql<boolean>`(s.next_at <= app.now() or s.timezone <> e.timezone)`)
    .orderBy('s.next_at')
    .limit(most)
    .forNoKeyUpdate('s')
    .skipLocked()
    .execute();
}

/** Sets when a scheduled export is due next, or why it stops. That is no edit, so its version stays. The row must be locked. */
export async function writeNext(
  tx: Tx,
  scope: AccountScope,
  id: number,
  next: { at: Date; timezone: string } | { stopped: Stop },
): Promise<void> {
  await tx
    .updateTable('scheduled_exports')
    .set(
      'at' in next ? { next_at: next.at, timezone: next.timezone } : { next_at: null, stopped: next.stopped },
    )
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Removes the scheduled exports of all accounts that were deleted more than a day ago. */
export const removeDeleted = markedRemoverOf('scheduled_exports');
