import type { Organizer } from '@entrada/contract/organizers';
import type { AccountScope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/client.ts';

const COLUMNS = ['id', 'slug', 'name', 'email', 'website', 'description', 'currency', 'timezone'] as const;

/** All organizers of the account, by name. */
export function findOrganizers(tx: Tx | Db, scope: AccountScope): Promise<Organizer[]> {
  return tx
    .selectFrom('organizers')
    .select(COLUMNS)
    .where('account_id', '=', scope.accountId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function findOrganizer(tx: Tx | Db, scope: AccountScope, id: number): Promise<Organizer | null> {
  const row = await tx
    .selectFrom('organizers')
    .select(COLUMNS)
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Slugs of every account that begin like this one: a slug is an address and unique on the installation. */
export async function findSlugsLike(tx: Tx | Db, start: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('organizers').select('slug').where('slug', 'like', `${start}%`).execute();
  return new Set(rows.map((row) => row.slug));
}

/** Null when the slug was taken meanwhile. */
export async function insertOrganizer(
  tx: Tx,
  scope: AccountScope,
  values: Omit<Organizer, 'id'>,
): Promise<Organizer | null> {
  const row = await tx
    .insertInto('organizers')
    .values({ ...values, account_id: scope.accountId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}
