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

/** What a record is called and which event it belongs to. */
export type Known = { type: string; id: number; name: string | null; event_id: number | null };

/** For each kind of record: what it is called, its event, and its table. Kinds without a name of their own are not here. */
const KINDS: Record<string, RawBuilder<unknown>> = {
  account: sql`r.name, null::bigint as event_id from app.accounts r where r.id`,
  affiliate: sql`r.name, r.event_id from app.affiliates r where r.account_id`,
  attendee: sql`nullif(trim(concat_ws(' ', r.first_name, r.last_name)), '') as name, r.event_id from app.attendees r where r.account_id`,
  capacity_assignment: sql`r.name, r.event_id from app.capacity_assignments r where r.account_id`,
  check_in_list: sql`r.name, r.event_id from app.check_in_lists r where r.account_id`,
  event: sql`r.title as name, r.id as event_id from app.events r where r.account_id`,
  message: sql`r.subject as name, r.event_id from app.messages r where r.account_id`,
  order: sql`r.reference as name, r.event_id from app.orders r where r.account_id`,
  organizer: sql`r.name, null::bigint as event_id from app.organizers r where r.account_id`,
  promo_code: sql`r.code as name, r.event_id from app.promo_codes r where r.account_id`,
  question: sql`r.title as name, r.event_id from app.questions r where r.account_id`,
  tax_or_fee: sql`r.name, null::bigint as event_id from app.taxes_and_fees r where r.account_id`,
  ticket: sql`r.name, r.event_id from app.tickets r where r.account_id`,
};

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
