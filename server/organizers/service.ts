import type { createOrganizer as endpoint, Organizer } from '@entrada/contract/organizers';
import { toSlug } from '@entrada/contract/slug';
import type { z } from 'zod';
import { audit } from '../platform/audit.ts';
import { type Ctx, scopeOf } from '../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
import * as slugs from './core/slug.ts';
import { findOrganizer, findOrganizers, findSlugsLike, insertOrganizer } from './queries.ts';

/** Enough to get past others who take the same address at the same moment. */
const SLUG_ATTEMPTS = 5;

/** All organizers of the caller's account, by name. */
export function listOrganizers(ctx: Ctx): Promise<Organizer[]> {
  return findOrganizers(ctx.db, scopeOf(ctx.actor));
}

/** One organizer of the caller's account; NOT_FOUND for any other. `tx` may be the pool. */
export async function getOrganizer(ctx: Ctx, organizerId: number, tx: Tx | Db = ctx.db): Promise<Organizer> {
  const organizer = await findOrganizer(tx, scopeOf(ctx.actor), organizerId);
  if (!organizer) throw fail('NOT_FOUND');
  return organizer;
}

/**
 * Creates an organizer and records it. A slug that was asked for is taken as it is: SLUG_RESERVED, SLUG_TAKEN.
 * Otherwise one is made from the name, with a number where the plain one is reserved or taken.
 */
export function createOrganizer(ctx: Ctx, input: z.output<(typeof endpoint)['body']>): Promise<Organizer> {
  const scope = scopeOf(ctx.actor);
  if (input.slug !== undefined && slugs.isReservedSlug(input.slug)) throw fail('SLUG_RESERVED');
  return inTransaction(ctx.db, async (tx) => {
    const values = { ...input, website: input.website ?? '', description: input.description ?? '' };
    const insert = async (): Promise<Organizer> => {
      if (input.slug !== undefined) {
        const taken = await insertOrganizer(tx, scope, { ...values, slug: input.slug });
        if (!taken) throw fail('SLUG_TAKEN');
        return taken;
      }
      for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) {
        const wanted = toSlug(input.name, 'organizer');
        // Numbered slugs may be cut shorter than the plain one.
        const taken = await findSlugsLike(tx, wanted.slice(0, 50));
        const made = await insertOrganizer(tx, scope, {
          ...values,
          slug: slugs.freeSlug(wanted, (slug) => taken.has(slug)),
        });
        if (made) return made;
      }
      throw fail('SLUG_TAKEN');
    };
    const organizer = await insert();
    const { id, ...after } = organizer;
    await audit(tx, ctx, scope, { action: 'organizer.created', target: { type: 'organizer', id }, after });
    return organizer;
  });
}
