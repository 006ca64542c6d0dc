import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { failFields } from '../../platform/errors.ts';
import { inLockedEvent } from '../events/service.ts';
import { orderWithin } from './core/arrange.ts';
import { findTicketOrder, updateTicketOrder } from './queries.ts';

/**
 * Puts these tickets of an event into this order and records it: they take the places that they have between them, the
 * others keep theirs. Of two people the last wins, and no ticket is lost. No ticket's version is raised, so an open form
 * stays good. NOT_FOUND; EVENT_ARCHIVED; VALIDATION_FAILED for an id that is not the event's, which changes nothing.
 * Locks the event.
 */
export function sortTickets(ctx: Ctx, eventId: number, ticketIds: readonly number[]): Promise<void> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const before = await findTicketOrder(tx, scope, eventId);
    const known = new Set(before);
    const missing = ticketIds.findIndex((id) => !known.has(id));
    if (missing >= 0) throw failFields([{ path: `ticketIds.${missing}`, code: 'not_found' }]);
    const after = orderWithin(before, ticketIds);
    if (after.every((id, index) => id === before[index])) return;
    await updateTicketOrder(tx, scope, eventId, after);
    const target = { type: 'event', id: eventId };
    await audit(tx, ctx, scope, { action: 'tickets.sorted', target, before, after });
  });
}
