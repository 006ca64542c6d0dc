import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { StoredPair } from '../events/keys.ts';

/** The new id for each old id, at the same index. */
export type Ids = { old: number[]; new: number[] };

type Table =
  | 'events'
  | 'event_settings'
  | 'images'
  | 'counters'
  | 'tickets'
  | 'ticket_prices'
  | 'ticket_taxes_and_fees'
  | 'capacity_assignments'
  | 'capacity_assignment_tickets'
  | 'promo_codes'
  | 'promo_code_tickets'
  | 'affiliates'
  | 'questions'
  | 'question_tickets'
  | 'check_in_lists'
  | 'check_in_list_tickets';

const tableOf = (table: Table) => sql.ref(`app.${table}`);

/**
 * The writable columns of a table, read from the database. So a new column is copied although this file does not name
 * it.
 */
async function findColumns(tx: Tx, table: Table): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${`app.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx);
  return rows.map((row) => row.name);
}

/** New ids for the rows of an event in a table, in the order of the old ones. `where` is a condition on `s`. */
export async function newIds(
  tx: Tx,
  scope: AccountScope,
  { table, eventId, where = sql`true` }: { table: Table; eventId: number; where?: RawBuilder<unknown> },
): Promise<Ids> {
  const { rows } = await sql<{ old_id: number; new_id: number }>`
    select s.id as old_id, nextval(pg_get_serial_sequence(${`app.${table}`}, 'id')) as new_id
    from (select * from ${tableOf(table)} s
      where s.account_id = ${scope.accountId} and s.event_id = ${eventId} and ${where} order by s.id) s`.execute(
    tx,
  );
  return { old: rows.map((row) => row.old_id), new: rows.map((row) => row.new_id) };
}

const joined = (alias: string, column: string, { old, new: fresh }: Ids) => sql`
  join unnest(${old}::bigint[], ${fresh}::bigint[]) ${sql.ref(alias)}(old_id, new_id)
    on ${sql.ref(`${alias}.old_id`)} = ${sql.ref(`s.${column}`)}`;

type CopyOptions = {
  table: Table;
  /** Columns with another value than in the original row `s`. If `ids` are given, `ids.new_id` is the row's new id. */
  set: Record<string, RawBuilder<unknown>>;
  /** References to other copied rows. Rows that refer to a row that was not copied are left out. */
  refs?: Record<string, Ids>;
  /** Rows to copy, with their new ids. */
  ids?: Ids;
  /** A condition for the rows to copy, for tables without an id. */
  where?: RawBuilder<unknown>;
  /** Copies only these columns and those of `set`. The others get their defaults. */
  only?: readonly string[];
};

/** Copies rows of one account within the database, whole tables of an event at a time. */
export async function copyRows(tx: Tx, scope: AccountScope, options: CopyOptions): Promise<void> {
  const { table, ids, refs = {}, where = sql`true`, only } = options;
  const set: Record<string, RawBuilder<unknown>> = { ...options.set };
  for (const column of Object.keys(refs)) set[column] = sql.ref(`to_${column}.new_id`);
  if (ids) set['id'] = sql.ref('ids.new_id');
  const columns = (await findColumns(tx, table)).filter(
    (column) =>
      column in set || (column !== 'id' && (!only || column === 'account_id' || only.includes(column))),
  );
  const joins = [
    ...(ids ? [joined('ids', 'id', ids)] : []),
    ...Object.entries(refs).map(([column, map]) => joined(`to_${column}`, column, map)),
  ];
  await sql`
    insert into ${tableOf(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
    select ${sql.join(columns.map((column) => set[column] ?? sql.ref(`s.${column}`)))}
    from ${tableOf(table)} s ${sql.join(joins, sql` `)}
    where s.account_id = ${scope.accountId} and ${where} ${ids ? sql`order by ids.new_id` : sql``}`.execute(
    tx,
  );
}

/** A new id for an event itself. */
export async function newEventId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('app.events', 'id')) as id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Stores the pair of keys that signs the tickets of an event. */
export async function insertKeys(
  tx: Tx,
  scope: AccountScope,
  { eventId, ...keys }: StoredPair & { eventId: number },
): Promise<void> {
  await tx
    .insertInto('event_keys')
    .values({
      account_id: scope.accountId,
      event_id: eventId,
      public_key: keys.publicKey,
      private_key: keys.privateKey,
      sealed_by: keys.sealedBy,
    })
    .execute();
}

export type CoverFiles = { id: number; fileKey: string; originalKey: string | null; widths: number[] };

/** The files of an event's cover. */
export async function findCoverFiles(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<CoverFiles | null> {
  const row = await tx
    .selectFrom('images')
    .select(['id', 'file_key as fileKey', 'original_key as originalKey', 'widths'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row ?? null;
}
