import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../db/client.ts';
import { isAmong, raisedVersion } from '../db/fragments.ts';
import type { DB } from '../db/types.ts';
import type { AccountScope } from './context.ts';

// Kysely cannot type the values of a table that is a type parameter. The functions that are made here have exact types.

/** The tables whose rows belong to an account and have an id. */
type OwnTable = { [T in keyof DB]: 'id' | 'account_id' extends keyof DB[T] ? T : never }[keyof DB];
/** Those whose rows also have a version. */
type VersionedTable = {
  [T in OwnTable]: 'version' | 'updated_at' extends keyof DB[T] ? T : never;
}[OwnTable];

/** Makes the function that adds a row of the account to this table and answers its id. */
export const inserterOf =
  <T extends OwnTable>(table: T) =>
  async (tx: Tx, scope: AccountScope, values: Omit<Insertable<DB[T]>, 'account_id'>): Promise<number> => {
    const row = await tx
      .insertInto<OwnTable>(table)
      .values({ ...values, account_id: scope.accountId } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };

/** Makes the function that writes to rows of the account in this table and raises the version of each. */
export const updaterOf =
  <T extends VersionedTable>(table: T) =>
  async (tx: Tx, scope: AccountScope, ids: readonly number[], values: Updateable<DB[T]>): Promise<void> => {
    await tx
      .updateTable(table as VersionedTable)
      .set({ ...values, ...raisedVersion } as never)
      .where('account_id', '=', scope.accountId)
      .where(isAmong('id', ids))
      .execute();
  };

/** Makes the function that removes rows of the account from this table. */
export const removerOf =
  (table: OwnTable) =>
  async (tx: Tx, scope: AccountScope, ids: readonly number[]): Promise<void> => {
    await tx.deleteFrom(table).where('account_id', '=', scope.accountId).where(isAmong('id', ids)).execute();
  };

/** The tables whose rows are marked when a person deletes them, and can come back for a day. */
type MarkedTable = 'notes' | 'saved_views' | 'scheduled_exports';

/** Makes the function that marks a row of the account as deleted, or takes that back. The row must be locked. */
export const deletionMarkerOf =
  (table: Exclude<MarkedTable, 'scheduled_exports'>) =>
  async (tx: Tx, scope: AccountScope, id: number, isDeleted: boolean): Promise<void> => {
    await tx
      .updateTable(table)
      .set({ deleted_at: isDeleted ? sql<Date>`app.now()` : null })
      .where('account_id', '=', scope.accountId)
      .where('id', '=', id)
      .execute();
  };

/** Rows that one transaction removes. */
const AT_ONCE = 500;

/** Makes the function that removes what was marked as deleted more than a day ago, of all accounts, some in a transaction. */
export const markedRemoverOf =
  (table: MarkedTable) =>
  async (db: Db): Promise<void> => {
    const name = sql.id('app', table);
    for (;;) {
      const { numAffectedRows } = await sql`delete from ${name} where id in (
        select id from ${name} where deleted_at <= app.now() - interval '1 day' limit ${AT_ONCE})`.execute(
        db,
      );
      if (Number(numAffectedRows ?? 0) < AT_ONCE) return;
    }
  };
