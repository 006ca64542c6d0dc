import {
  type createOrganizer as createEndpoint,
  type Organizer,
  organizerListRules,
  type SlugCheck,
  type updateOrganizer as updateEndpoint,
} from '@entrada/contract/catalog/organizers';
import { LIMITS } from '@entrada/contract/constants';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { isReservedSlug, toSlug } from '@entrada/contract/slug';
import type { z } from 'zod';
import { findDefaults } from '../../accounts/settings/service.ts';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { audit, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail } from '../../platform/errors.ts';
import { readPage } from '../../platform/lists/page.ts';
import { doesReachWholeOrganizer } from '../../platform/reach/queries.ts';
import { readRichText } from '../../platform/rich-text.ts';
import * as slugs from './core/slug.ts';
import {
  deleteOldSlug,
  findOrganizer,
  findOrganizers,
  findSlugOwners,
  findSlugsLike,
  insertOldSlug,
  insertOrganizer,
  lockOrganizer as lockRow,
  organizerSource,
  updateOrganizerRows,
} from './queries.ts';

/** Enough tries if others take the same address at the same moment. */
const SLUG_ATTEMPTS = 5;

/** A page of the organizers of the caller's account. */
export async function listOrganizers(
  ctx: Ctx,
  query: ListQuery,
): Promise<{ data: Organizer[]; meta: ListMeta }> {
  const scope = scopeOf(ctx.actor);
  const list = { rules: organizerListRules, source: organizerSource(scope), query };
  return readPage(ctx.db, list, (ids) => findOrganizers(ctx.db, scope, ids));
}

/** One organizer of the caller's account; NOT_FOUND for any other. `tx` may be the pool. */
export async function getOrganizer(ctx: Ctx, organizerId: number, tx: Tx | Db = ctx.db): Promise<Organizer> {
  const organizer = await findOrganizer(tx, scopeOf(ctx.actor), organizerId);
  if (!organizer) throw fail('NOT_FOUND');
  return organizer;
}

/**
 * The same for somebody who makes an event of the organizer: FORBIDDEN for a member who reaches only some of its events.
 */
export async function getOwnOrganizer(
  ctx: Ctx,
  organizerId: number,
  tx: Tx | Db = ctx.db,
): Promise<Organizer> {
  const organizer = await getOrganizer(ctx, organizerId, tx);
  if (!(await doesReachWholeOrganizer(tx, scopeOf(ctx.actor), organizerId))) throw fail('FORBIDDEN');
  return organizer;
}

/** Locks an organizer of the account until the transaction ends and answers its version. NOT_FOUND. */
export async function lockOrganizer(tx: Tx, scope: AccountScope, organizerId: number): Promise<number> {
  const version = await lockRow(tx, scope, organizerId);
  if (version === null) throw fail('NOT_FOUND');
  return version;
}

const readDescription = (html: string) =>
  readRichText(html, { path: 'description', max: LIMITS.ticketDescription });

const auditable = ({ id: _, version: __, logo: ___, ...fields }: Organizer) => fields;

/**
 * Creates an organizer and records it. A requested slug is used as it is: SLUG_RESERVED, SLUG_TAKEN, also if another
 * organizer used it before. Otherwise the slug is made from the name, with a number if the plain one is reserved or
 * taken. VALIDATION_FAILED for a description that is too long after it is cleaned.
 */
export function createOrganizer(
  ctx: Ctx,
  input: z.output<(typeof createEndpoint)['body']>,
): Promise<Organizer> {
  const scope = scopeOf(ctx.actor);
  if (input.slug !== undefined && isReservedSlug(input.slug)) throw fail('SLUG_RESERVED');
  return inTransaction(ctx.db, async (tx) => {
    const { currency, timezone } = await findDefaults(tx, scope);
    const values = {
      ...input,
      currency: input.currency ?? currency,
      timezone: input.timezone ?? timezone,
      website: input.website ?? '',
      description: readDescription(input.description ?? ''),
    };
    const insert = async (): Promise<number> => {
      if (input.slug !== undefined) {
        const id = await insertOrganizer(tx, scope, { ...values, slug: input.slug });
        // This check comes after the insertion, because the insertion waits for a transaction that gives up the address
        // now.
        if (id === null || (await wasOfAnother(tx, id, input.slug))) throw fail('SLUG_TAKEN');
        return id;
      }
      for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) {
        const slug = await freeSlugLike(tx, toSlug(input.name, 'organizer'));
        const id = await insertOrganizer(tx, scope, { ...values, slug });
        if (id !== null) return id;
      }
      throw fail('SLUG_TAKEN');
    };
    const id = await insert();
    const organizer = await getOrganizer(ctx, id, tx);
    await audit(tx, ctx, scope, {
      action: 'organizer.created',
      target: { type: 'organizer', id },
      after: auditable(organizer),
    });
    return organizer;
  });
}

/**
 * Changes an organizer and records it. NOT_FOUND; STALE_VERSION with the current one; SLUG_RESERVED; SLUG_TAKEN. A
 * former slug still leads here, and no other organizer can take it. Locks the organizer.
 */
export async function updateOrganizer(
  ctx: Ctx,
  organizerId: number,
  input: z.output<(typeof updateEndpoint)['body']>,
): Promise<Organizer> {
  const scope = scopeOf(ctx.actor);
  const { version, description, giveBack, ...given } = input;
  const change = { action: 'organizer.updated', target: { type: 'organizer', id: organizerId }, auditable };
  try {
    return await saveChange(ctx, scope, change, async (tx) => {
      const current = await lockOrganizer(tx, scope, organizerId);
      expectVersion(version, current);
      const before = await getOrganizer(ctx, organizerId, tx);
      const slug = given.slug ?? before.slug;
      if (slug !== before.slug) {
        if (isReservedSlug(slug)) throw fail('SLUG_RESERVED');
        await deleteOldSlug(tx, organizerId, slug);
        await insertOldSlug(tx, scope, { slug: before.slug, organizerId });
      }
      await updateOrganizerRows(tx, scope, [organizerId], {
        ...given,
        ...(description !== undefined && { description: readDescription(description) }),
        ...(giveBack !== undefined && { give_back_steps: JSON.stringify(giveBack) }),
      });
      if (slug !== before.slug && (await wasOfAnother(tx, organizerId, slug))) throw fail('SLUG_TAKEN');
      return { before, after: await getOrganizer(ctx, organizerId, tx) };
    });
  } catch (error) {
    if (violates(error, 'organizers_slug')) throw fail('SLUG_TAKEN', { cause: error });
    throw error;
  }
}

/** Whether an organizer (null: a new one) can have a slug. If not, suggests the first free slug like it. NOT_FOUND. */
export async function checkSlug(ctx: Ctx, slug: string, organizerId: number | null): Promise<SlugCheck> {
  if (organizerId !== null) await getOrganizer(ctx, organizerId);
  const suggest = async () => {
    const like = toSlug(slug, '');
    return like === '' ? null : freeSlugLike(ctx.db, like);
  };
  if (!slugs.isSlug(slug)) return { slug, state: 'invalid', suggestion: await suggest() };
  if (isReservedSlug(slug)) return { slug, state: 'reserved', suggestion: await suggest() };
  const [owner] = await findSlugOwners(ctx.db, slug);
  if (owner === undefined) return { slug, state: 'available', suggestion: null };
  if (owner === organizerId) return { slug, state: 'own', suggestion: null };
  return { slug, state: 'taken', suggestion: await suggest() };
}

async function freeSlugLike(tx: Tx | Db, wanted: string): Promise<string> {
  // A numbered slug may be cut shorter than the plain one, so the search uses a shorter beginning.
  const taken = await findSlugsLike(tx, wanted.slice(0, 50));
  return slugs.freeSlug(wanted, (slug) => taken.has(slug));
}

/** Whether another organizer owns this address, now or as a former one. */
async function wasOfAnother(tx: Tx, organizerId: number, slug: string): Promise<boolean> {
  const owners = await findSlugOwners(tx, slug);
  return owners.some((owner) => owner !== organizerId);
}
