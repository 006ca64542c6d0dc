import type { Organizer } from '@entrada/contract/catalog/organizers';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { COVER_COLUMNS, coverOf } from '../../platform/images/picture.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { reachesOrganizer } from '../../platform/reach/queries.ts';
import { updaterOf } from '../../platform/rows.ts';

const wide = (tx: Tx | Db, scope: AccountScope) =>
  tx
    .selectFrom('organizers as o')
    .leftJoin('images as i', 'i.organizer_id', 'o.id')
    .select([
      'o.id',
      'o.version',
      'o.slug',
      'o.name',
      'o.email',
      'o.website',
      'o.description',
      'o.currency',
      'o.timezone',
      'o.give_back_steps',
      ...COVER_COLUMNS,
    ])
    .where('o.account_id', '=', scope.accountId)
    .where(reachesOrganizer(scope, sql`o.id`));

type WideRow = Awaited<ReturnType<ReturnType<typeof wide>['execute']>>[number];

const toOrganizer = (row: WideRow): Organizer => ({
  id: row.id,
  version: row.version,
  slug: row.slug,
  name: row.name,
  email: row.email,
  website: row.website,
  description: row.description,
  currency: row.currency,
  timezone: row.timezone,
  giveBack: row.give_back_steps as Organizer['giveBack'],
  logo: coverOf(row),
});

/** The organizers of an account as a list, found by name, address, email and website. */
export const organizerSource = (scope: AccountScope): ListSource => ({
  from: sql`app.organizers o`,
  where: [sql`o.account_id = ${scope.accountId}`, reachesOrganizer(scope, sql`o.id`)],
  id: sql`o.id`,
  sorts: { name: sql`app.fold(o.name)`, created_at: sql`o.created_at` },
  filters: { currency: columnFilter(sql`o.currency`, 'text') },
  search: sql`app.fold(concat_ws(' ', o.name, o.slug, o.email, o.website))`,
});

/** Organizers of an account, in no particular order. */
export async function findOrganizers(
  tx: Tx | Db,
  scope: AccountScope,
  ids: readonly number[],
): Promise<Organizer[]> {
  if (ids.length === 0) return [];
  const rows = await wide(tx, scope)
    .where('o.id', 'in', [...ids])
    .execute();
  return rows.map(toOrganizer);
}

/** One organizer of the account; null for any other. */
export async function findOrganizer(tx: Tx | Db, scope: AccountScope, id: number): Promise<Organizer | null> {
  const row = await wide(tx, scope).where('o.id', '=', id).executeTakeFirst();
  return row ? toOrganizer(row) : null;
}

/** Locks an organizer against other changes and answers its version, or null. */
export async function lockOrganizer(tx: Tx, scope: AccountScope, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('organizers')
    .select('version')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.version ?? null;
}

/**
 * Slugs of every account that begin like this one, former ones included. A slug is an address, so it is unique in the
 * installation.
 */
export async function findSlugsLike(tx: Tx | Db, start: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('organizers')
    .select('slug')
    .where('slug', 'like', `${start}%`)
    .union(tx.selectFrom('organizer_old_slugs').select('slug').where('slug', 'like', `${start}%`))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

/** The organizers that use this address now or used it before. */
export async function findSlugOwners(tx: Tx | Db, slug: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('organizers')
    .select('id')
    .where('slug', '=', slug)
    .unionAll(tx.selectFrom('organizer_old_slugs').select('organizer_id as id').where('slug', '=', slug))
    .execute();
  return rows.map((row) => row.id);
}

/** Adds an organizer and answers its id; null if the slug was taken meanwhile. */
export async function insertOrganizer(
  tx: Tx,
  scope: AccountScope,
  values: Omit<Organizer, 'id' | 'version' | 'logo' | 'giveBack'>,
): Promise<number | null> {
  const row = await tx
    .insertInto('organizers')
    .values({ ...values, account_id: scope.accountId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Writes what changed and raises the version. The caller holds the lock. */
export const updateOrganizerRows = updaterOf('organizers');

/** Stores that this address led to the organizer. */
export async function insertOldSlug(
  tx: Tx,
  scope: AccountScope,
  { slug, organizerId }: { slug: string; organizerId: number },
): Promise<void> {
  await tx
    .insertInto('organizer_old_slugs')
    .values({ slug, organizer_id: organizerId, account_id: scope.accountId })
    .execute();
}

/** Lets the organizer use one of its own former addresses again. */
export async function deleteOldSlug(tx: Tx, organizerId: number, slug: string): Promise<void> {
  await tx
    .deleteFrom('organizer_old_slugs')
    .where('organizer_id', '=', organizerId)
    .where('slug', '=', slug)
    .execute();
}
