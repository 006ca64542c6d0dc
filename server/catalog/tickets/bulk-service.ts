import type { changeTickets as changeEndpoint } from '@entrada/contract/catalog/tickets';
import type { ChosenRowsReply, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import { auditEach } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { selectionOf } from '../../platform/lists/selection.ts';
import { inLockedEvent } from '../events/service.ts';
import { findChosenTickets } from './bulk-queries.ts';
import { removeTickets } from './deletion.ts';
import { updateTicketRows } from './queries.ts';

type Input = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };

/**
 * Hides, shows or deletes many tickets of an event and records each change. The rows are the named ones, or all that
 * the query finds except some. Answers the changed ids, and those that were not deleted because orders name them
 * (TICKET_HAS_SALES). Skips those that already have the state and those of other events. NOT_FOUND, EVENT_ARCHIVED.
 * Locks the event; to delete also the tickets' counters in id order.
 */
export function changeTickets(
  ctx: Ctx,
  eventId: number,
  { action, ...named }: Input,
): Promise<ChosenRowsReply> {
  const selection = selectionOf(named);
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    if (action === 'delete') {
      const chosen = await findChosenTickets(tx, scope, eventId, { selection });
      const { removed, kept } = await removeTickets(ctx, tx, eventId, chosen);
      return {
        changed: removed.map(({ id }) => id),
        kept: kept.map(({ id, name }) => ({ id, name, code: 'TICKET_HAS_SALES' })),
      };
    }
    const hidden = action === 'hide';
    const changed = await findChosenTickets(tx, scope, eventId, { selection, hidden: !hidden });
    await updateTicketRows(tx, scope, changed, { hidden });
    await auditEach(tx, ctx, scope, {
      action: 'ticket.updated',
      type: 'ticket',
      ids: changed,
      before: { hidden: !hidden },
      after: { hidden },
    });
    return { changed, kept: [] };
  });
}
