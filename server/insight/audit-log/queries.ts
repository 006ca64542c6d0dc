import { personName } from '@entrada/contract/accounts/person-name';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** What the log is narrowed to. */
export type Narrowed = {
  before?: number | undefined;
  person?: number | undefined;
  kind?: string | undefined;
  record?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/**
 * The newest audit entries of the account, newest first. The first condition that an index serves is the account's own.
 * Answers to questions are left out: they are long, and stand with the order.
 */
export async function findEntries(db: Db, scope: AccountScope, by: Narrowed, limit: number) {
  let found = db
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.at', 'e.user_id', 'e.action', 'e.target_type', 'e.target_id'])
    .select(['u.first_name', 'u.last_name'])
    .select(
      sql<unknown>`case when jsonb_typeof(e.before) = 'object' then e.before - 'answers' end`.as('before'),
    )
    .select(sql<unknown>`case when jsonb_typeof(e.after) = 'object' then e.after - 'answers' end`.as('after'))
    .where('e.account_id', '=', scope.accountId);
  if (by.before !== undefined) found = found.where('e.id', '<', by.before);
  if (by.person !== undefined) found = found.where('e.user_id', '=', by.person);
  if (by.kind !== undefined) found = found.where('e.target_type', '=', by.kind);
  if (by.record !== undefined) found = found.where('e.target_id', '=', by.record);
  if (by.from !== undefined) found = found.where('e.at', '>=', new Date(by.from));
  if (by.to !== undefined) found = found.where('e.at', '<', new Date(by.to));
  const rows = await found.orderBy('e.id', 'desc').limit(limit).execute();
  return rows.map(({ first_name: firstName, last_name: lastName, user_id: userId, ...row }) => ({
    ...row,
    by:
      userId === null || firstName === null
        ? null
        : { id: userId, name: personName({ firstName, lastName: lastName ?? '' }) },
  }));
}

/** What a record is called, which event it belongs to, and the currency of its amounts if it is not the event's. */
export type Known = {
  type: string;
  id: number;
  name: string | null;
  event_id: number | null;
  currency: string | null;
};

const NAME = sql`coalesce(nullif(trim(concat_ws(' ', r.first_name, r.last_name)), ''), r.email)`;
const ofEvent = (name: RawBuilder<unknown>, table: string): RawBuilder<unknown> =>
  sql`${name} as name, r.event_id, null::text as currency from ${sql.table(`app.${table}`)} r where r.account_id`;
const ofAccount = (name: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${name} as name, null::bigint as event_id, r.currency from ${from} r where r.account_id`;

/** For each kind of record: what it is called, its event, and its table. Kinds without a name of their own are not here. */
const KINDS: Record<string, RawBuilder<unknown>> = {
  account: sql`r.name, null::bigint as event_id, r.currency from app.accounts r where r.id`,
  affiliate: ofEvent(sql`r.name`, 'affiliates'),
  attendee: ofEvent(NAME, 'attendees'),
  capacity_assignment: ofEvent(sql`r.name`, 'capacity_assignments'),
  check_in_link: sql`r.name, l.event_id, null::text as currency from app.check_in_links r
    join app.check_in_lists l on l.id = r.check_in_list_id and l.account_id = r.account_id where r.account_id`,
  check_in_list: ofEvent(sql`r.name`, 'check_in_lists'),
  event: sql`r.title as name, r.id as event_id, null::text as currency from app.events r where r.account_id`,
  invitation: ofAccount(sql`r.email`, sql`(select *, null::text as currency from app.invitations)`),
  message: ofEvent(sql`r.subject`, 'messages'),
  message_reminder: ofEvent(sql`r.subject`, 'message_reminders'),
  order: ofEvent(sql`r.reference`, 'orders'),
  organizer: ofAccount(sql`r.name`, sql`app.organizers`),
  promo_code: ofEvent(sql`r.code`, 'promo_codes'),
  question: ofEvent(sql`r.title`, 'questions'),
  saved_view: ofEvent(sql`r.name`, 'saved_views'),
  scheduled_export: ofEvent(sql`null::text`, 'scheduled_exports'),
  tax_or_fee: ofAccount(sql`r.name`, sql`app.taxes_and_fees`),
  ticket: ofEvent(sql`r.name`, 'tickets'),
  user: ofAccount(
    NAME,
    sql`(select u.id, u.first_name, u.last_name, u.email, m.account_id, null::text as currency
      from app.memberships m join app.users u on u.id = m.user_id)`,
  ),
};

/** The currencies and time zones of events of the account. */
export const findEventMoney = (db: Db, scope: AccountScope, ids: readonly number[]) =>
  db
    .selectFrom('events')
    .select(['id', 'currency', 'timezone'])
    .where('account_id', '=', scope.accountId)
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute();

/** Whom the log can be narrowed to: those whose name or address holds what is searched, and one who is chosen already. */
export type PeopleWanted = { search?: string | undefined; person?: number | undefined };

/** People who are or were members of the account, the chosen one first. */
export function findPeople(
  db: Db,
  scope: AccountScope,
  { search = '', person }: PeopleWanted,
  limit: number,
) {
  const chosen = sql<boolean>`u.id = ${person ?? 0}`;
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.first_name as firstName', 'u.last_name as lastName', 'u.email'])
    .where('m.account_id', '=', scope.accountId)
    .where((eb) =>
      eb.or([
        chosen,
        sql<boolean>`position(app.fold(${search}) in app.fold(concat_ws(' ', u.first_name, u.last_name, u.email))) > 0`,
      ]),
    )
    .orderBy(chosen, 'desc')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .limit(limit)
    .execute();
}

/** The time zone of a reader: the own one, else that of the account. */
export async function findReaderZone(db: Db, scope: AccountScope, userId: number): Promise<string> {
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('users as u', (join) => join.on('u.id', '=', userId))
    .select(sql<string>`coalesce(u.timezone, a.timezone)`.as('timezone'))
    .where('a.id', '=', scope.accountId)
    .executeTakeFirstOrThrow();
  return row.timezone;
}

/** What these records of the account are called now. One that is gone, or has no name, is not among them. */
export async function findKnown(
  db: Db,
  scope: AccountScope,
  targets: readonly { type: string; id: number }[],
): Promise<Known[]> {
  const parts = [...Map.groupBy(targets, ({ type }) => type)].flatMap(([type, some]) => {
    const of = KINDS[type];
    const ids = [...new Set(some.map(({ id }) => id))];
    return of
      ? [sql`select ${type}::text as type, r.id, ${of} = ${scope.accountId} and r.id = any(${ids}::bigint[])`]
      : [];
  });
  if (parts.length === 0) return [];
  return (await sql<Known>`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}
