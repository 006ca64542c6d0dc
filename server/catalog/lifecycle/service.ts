import type { EventDetail, EventStatus } from '@entrada/contract/catalog/events';
import type {
  ChangeEventsReply,
  changeEvents as changeEndpoint,
  EventDeletion,
} from '@entrada/contract/catalog/lifecycle';
import type { ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import { inTransaction } from '../../db/client.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { type AppError, fail } from '../../platform/errors.ts';
import { inTurn } from '../../platform/turns.ts';
import type { LockedEvent } from '../events/queries.ts';
import { getEvent, lockChosenEvents, lockEvent, requireEvent } from '../events/service.ts';
import { moveEvents, removeEvents } from './change-service.ts';
import { GOALS, meaningOf } from './core/status.ts';
import { countOrders, countParts } from './queries.ts';

type ChangeInput = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };

/**
 * Publishes, unpublishes, archives or restores an event and records it. NOT_FOUND; INVALID_STATUS_CHANGE; for
 * publishing also EMAIL_NOT_CONFIRMED and EVENT_NEEDS_TICKET. Locks the event. Does not raise the event's version, so
 * that open forms can still be saved.
 */
export function setEventStatus(ctx: Ctx, eventId: number, status: EventStatus): Promise<EventDetail> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx.db, [`event ${eventId}`], async (tx) => {
    const event = await lockEvent(tx, scope, eventId, { archivedToo: true });
    const refused = await moveEvents(tx, ctx, { events: [event], to: status });
    for (const refusal of refused.values()) throw refusal;
    return getEvent(ctx, eventId, tx);
  });
}

/**
 * What deleting an event would end, and how many orders and buyers in the checkout keep it from being deleted. Changes
 * nothing and locks nothing, so the deletion itself may still be refused. Throws NOT_FOUND.
 */
export async function describeDeletion(ctx: Ctx, eventId: number): Promise<EventDeletion> {
  const { scope } = await requireEvent(ctx, eventId);
  const [counted, parts] = await Promise.all([
    countOrders(ctx.db, scope, [eventId]),
    countParts(ctx.db, scope, eventId),
  ]);
  return { ...parts, ...(counted.get(eventId) ?? { orders: 0, holds: 0 }) };
}

/**
 * Deletes an event for good and records it. A job deletes its files. NOT_FOUND; EVENT_HAS_ORDERS with the number of
 * orders and the number of buyers who are in the checkout now. Also deletes checkouts that ended without a buyer. Locks
 * the event and then its counters, as a reservation does, so that no reservation can come in between.
 */
export function deleteEvent(ctx: Ctx, eventId: number): Promise<void> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx.db, [`event ${eventId}`], async (tx) => {
    const event = await lockEvent(tx, scope, eventId, { archivedToo: true });
    const refused = await removeEvents(tx, ctx, [event]);
    for (const refusal of refused.values()) throw refusal;
  });
}

/**
 * Publishes, unpublishes, archives, restores or deletes many events and records each. The rows are the named ones, or
 * all that the query finds except some. Answers the ids of the changed events, which of them were public, and the
 * refused ones with the code of the single change. An archived event must be restored before it is published or
 * unpublished (EVENT_ARCHIVED). Skips events that already have the status and those of other accounts. Locks the events
 * in the order of their ids. To delete, also locks the counters of those without orders.
 */
export function changeEvents(ctx: Ctx, { action, ...chosen }: ChangeInput): Promise<ChangeEventsReply> {
  const scope = scopeOf(ctx.actor);
  return inTransaction(ctx.db, async (tx) => {
    const events = await lockChosenEvents(tx, scope, chosen);
    if (action === 'delete') return replyOf(events, await removeEvents(tx, ctx, events));
    const meant = events.filter(({ status }) => meaningOf(action, status) !== 'already');
    const isArchived = ({ status }: LockedEvent) => meaningOf(action, status) === 'archived';
    const moving = meant.filter((event) => !isArchived(event));
    const refused = await moveEvents(tx, ctx, { events: moving, to: GOALS[action] });
    for (const { id } of meant.filter(isArchived)) refused.set(id, fail('EVENT_ARCHIVED'));
    return replyOf(meant, refused);
  });
}

function replyOf(events: readonly LockedEvent[], refused: ReadonlyMap<number, AppError>): ChangeEventsReply {
  const changed = events.filter(({ id }) => !refused.has(id));
  return {
    changed: changed.map(({ id }) => id),
    wereLive: changed.filter(({ status }) => status === 'public').map(({ id }) => id),
    kept: events.flatMap(({ id, title }) => {
      const refusal = refused.get(id);
      return refusal ? [{ id, name: title, code: refusal.code }] : [];
    }),
  };
}
