import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Accounts } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';

/** Locks the account against other changes of its settings and answers its version. Orders and sessions go on. */
export async function lockAccount(tx: Tx, scope: AccountScope): Promise<number> {
  const { version } = await tx
    .selectFrom('accounts')
    .select('version')
    .where('id', '=', scope.accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

export const findAccount = (tx: Tx | Db, scope: AccountScope) =>
  tx.selectFrom('accounts').selectAll().where('id', '=', scope.accountId).executeTakeFirstOrThrow();

/** Writes what changed and raises the account's version. */
export async function updateAccount(
  tx: Tx,
  scope: AccountScope,
  change: Updateable<Accounts>,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', scope.accountId)
    .execute();
}
