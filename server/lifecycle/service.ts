import type { EventDetail, EventStatus } from '@entrada/contract/events';
import { getEvent, lockEvent } from '../events/service.ts';
import { audit } from '../platform/audit.ts';
import { type Ctx, scopeOf, userOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs.ts';
import * as copies from './copy-service.ts';
import { mayChangeStatus } from './core/status.ts';
import { REMOVE_FILES } from './jobs.ts';
import {
  countOrders,
  deleteEventRows,
  findFileKeys,
  hasConfirmedEmail,
  hasTicket,
  lockCounters,
  updateStatus,
} from './queries.ts';

/** See copy-service.ts. */
export const duplicateEvent = copies.duplicateEvent;

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

/**
 * Deletes an event for good and records it; its files go by a job. NOT_FOUND; EVENT_HAS_ORDERS with how many orders there
 * are and how many buyers are choosing right now. Checkouts that were left before anybody gave a name go with it. Locks the
 * event and then its counters, as a reservation does, so that none can come in between.
 */
export function deleteEvent(ctx: Ctx, eventId: number): Promise<void> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    await lockEvent(tx, scope, eventId, { archivedToo: true });
    await lockCounters(tx, scope, eventId);
    const { title, status, startsAt } = await getEvent(ctx, eventId, tx);
    const { orders, holds } = await countOrders(tx, scope, eventId);
    if (orders + holds > 0) throw fail('EVENT_HAS_ORDERS', { params: { orders, holds } });
    const fileKeys = await findFileKeys(tx, scope, eventId);
    await deleteEventRows(tx, scope, eventId);
    if (fileKeys.length > 0) await enqueue(tx, REMOVE_FILES, { fileKeys });
    await audit(tx, ctx, scope, {
      action: 'event.deleted',
      target: { type: 'event', id: eventId },
      before: { title, status, startsAt },
    });
  });
}
