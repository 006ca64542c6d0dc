import type { Ticket } from '@entrada/contract/catalog/tickets';
import type { Tx } from '../../db/client.ts';
import { auditDeleted } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inLockedEvent } from '../events/service.ts';
import { auditable } from './core/shown.ts';
import { deleteTicketRows, findOrderedTickets, lockCounters } from './queries.ts';
import { readTickets } from './reading.ts';

/**
 * Removes a ticket that no order names, and records it. NOT_FOUND, EVENT_ARCHIVED, TICKET_HAS_SALES. Locks the event,
 * then the ticket's counters in id order.
 */
export function deleteTicket(ctx: Ctx, eventId: number, ticketId: number): Promise<void> {
  return inLockedEvent(ctx, eventId, async (tx) => {
    const { removed, kept } = await removeTickets(ctx, tx, eventId, [ticketId]);
    if (kept.length > 0) throw fail('TICKET_HAS_SALES');
    if (removed.length === 0) throw fail('NOT_FOUND');
  });
}

/**
 * Removes those of these tickets that no order names, and records each; answers what became of them, ids that are not
 * the event's left out. The caller holds the event's lock; locks the tickets' counters in id order.
 */
export async function removeTickets(
  ctx: Ctx,
  tx: Tx,
  eventId: number,
  ids: readonly number[],
): Promise<{ removed: Ticket[]; kept: Ticket[] }> {
  const scope = scopeOf(ctx.actor);
  const wanted = new Set(ids);
  const found = (await readTickets(ctx, eventId, tx)).filter(({ id }) => wanted.has(id));
  const known = found.map(({ id }) => id);
  await lockCounters(tx, scope, known);
  const ordered = await findOrderedTickets(tx, scope, known);
  const removed = found.filter(({ id }) => !ordered.has(id));
  await deleteTicketRows(
    tx,
    scope,
    removed.map(({ id }) => id),
  );
  await auditDeleted(tx, ctx, scope, {
    action: 'ticket.deleted',
    type: 'ticket',
    rows: removed,
    held: auditable,
  });
  return { removed, kept: found.filter(({ id }) => ordered.has(id)) };
}
