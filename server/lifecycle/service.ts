import type { EventDetail, EventStatus } from '@entrada/contract/events';
import { getEvent, lockEvent } from '../events/service.ts';
import { audit } from '../platform/audit.ts';
import { type Ctx, scopeOf, userOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
import { mayChangeStatus } from './core/status.ts';
import { hasConfirmedEmail, hasTicket, updateStatus } from './queries.ts';

/**
 * Publishes, unpublishes, archives or restores an event and records it. NOT_FOUND; INVALID_STATUS_CHANGE; to publish also
 * EMAIL_NOT_CONFIRMED and EVENT_NEEDS_TICKET. Locks the event. Its own version stays, so that open forms can be saved.
 */
export function setEventStatus(ctx: Ctx, eventId: number, status: EventStatus): Promise<EventDetail> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const event = await lockEvent(tx, scope, eventId, { archivedToo: true });
    if (!mayChangeStatus(event.status, status)) {
      throw fail('INVALID_STATUS_CHANGE', { params: { from: event.status, to: status } });
    }
    if (status === 'public') {
      if (!(await hasConfirmedEmail(tx, userOf(ctx.actor).userId))) throw fail('EMAIL_NOT_CONFIRMED');
      if (!(await hasTicket(tx, scope, eventId))) throw fail('EVENT_NEEDS_TICKET');
    }
    await updateStatus(tx, scope, eventId, status);
    await audit(tx, ctx, scope, {
      action: 'event.status_changed',
      target: { type: 'event', id: eventId },
      before: { status: event.status },
      after: { status },
    });
    return getEvent(ctx, eventId, tx);
  });
}
