import type { Db } from '../../db/client.ts';
import { type Actor, scopeOf } from '../context.ts';
import { fail } from '../errors.ts';
import { doesReachEvent, doesReachOrganizer } from './queries.ts';

/**
 * A limited member calls a route of an event or organizer. One beyond their reach answers as another account's does.
 * It costs others nothing. Throws NOT_FOUND.
 */
export async function expectWithinReach(db: Db, actor: Actor, params: unknown): Promise<void> {
  if (actor.kind !== 'user' || !actor.limited) return;
  const { eventId, organizerId } = params as Record<string, string | undefined>;
  const scope = scopeOf(actor);
  if (eventId !== undefined && !(await doesReachEvent(db, scope, idOf(eventId)))) throw fail('NOT_FOUND');
  if (organizerId !== undefined && !(await doesReachOrganizer(db, scope, idOf(organizerId))))
    throw fail('NOT_FOUND');
}

/** What is no id names nothing. */
function idOf(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw fail('NOT_FOUND');
  return id;
}
