import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { findIssuedById } from '../attendees/service.ts';
import { findAdjustments } from '../orders/adjustment-queries.ts';
import { findById as findOrder } from '../orders/queries.ts';
import { holderObstacles } from './core/obstacles.ts';
import { findEntries, findHolder } from './queries.ts';

/**
 * One attendee of an event with ticket, code, order and open entries. Minor units. Throws NOT_FOUND, also for one of
 * another event or account.
 */
export async function showAttendee(
  ctx: Ctx,
  at: { eventId: number; attendeeId: number },
): Promise<AttendeeDetail> {
  const scope = scopeOf(ctx.actor);
  const one = await findHolder(ctx.db, scope, at);
  const order = one && (await findOrder(ctx.db, one.orderId));
  if (!one || !order?.buyer) throw fail('NOT_FOUND');
  const isValid = order.status === 'completed' && one.status === 'active';
  const issued = isValid ? await findIssuedById(ctx.db, one.id) : null;
  const entries = await findEntries(ctx.db, scope, one.id);
  return {
    id: one.id,
    version: one.version,
    shortId: one.shortId,
    reference: one.reference,
    firstName: one.firstName,
    lastName: one.lastName,
    email: one.email,
    locale: one.locale,
    status: one.status as AttendeeDetail['status'],
    awaitsName: one.awaitsName,
    ticket: { id: one.ticketId, name: one.ticketName, priceLabel: one.priceLabel },
    unitTotal: one.unitTotal,
    order: {
      id: order.id,
      reference: order.reference,
      ticketCount: order.items.reduce((sum, { admits, quantity }) => sum + (admits ? quantity : 0), 0),
      total: order.total,
      hasMoney: order.completedAt !== null && order.total > order.refundedTotal,
      currency: order.currency,
      buyer: order.buyer,
      wasComplete: order.completedAt !== null,
    },
    code: issued?.ticket.code ?? null,
    entries: entries.map(({ at: enteredAt, ...entry }) => ({ ...entry, at: enteredAt.toISOString() })),
    obstacles: holderObstacles({
      eventStatus: one.eventStatus,
      orderStatus: order.status,
      attendeeStatus: one.status,
    }),
    adjustments: await findAdjustments(ctx.db, scope, { orderId: order.id, attendeeId: one.id }),
    passedOnAt: one.passedOnAt?.toISOString() ?? null,
    createdAt: one.createdAt.toISOString(),
  };
}
