import type { Ticket } from '@entrada/contract/catalog/tickets';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { inLockedEvent } from '../events/service.ts';
import { replaceTaxesAndFees } from '../taxes-and-fees/queries.ts';
import {
  copyPoolLinks,
  findTicketOrder,
  insertPrice,
  insertTicket,
  nextPosition,
  updateTicketOrder,
} from './queries.ts';
import { getTicket } from './reading.ts';

/**
 * Copies a ticket under another name to the place after it, and records it. Copies its prices with quantities, windows
 * and hide rules, its taxes and fees and its capacity. Does not copy sales, nor promo codes, questions and check-in
 * lists that name the original. The copy is hidden until somebody shows it. NOT_FOUND, EVENT_ARCHIVED. Locks the event.
 */
export function duplicateTicket(
  ctx: Ctx,
  ids: { eventId: number; ticketId: number },
  name: string,
): Promise<Ticket> {
  const { eventId, ticketId } = ids;
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const original = await getTicket(ctx, eventId, ticketId, tx);
    const id = await insertTicket(tx, scope, {
      event_id: eventId,
      position: await nextPosition(tx, scope, eventId),
      type: original.type,
      name,
      description: original.description,
      admits: original.admits,
      own_starts_at: original.ownStartsAt,
      own_ends_at: original.ownEndsAt,
      sale_starts_at: original.saleStartsAt,
      sale_ends_at: original.saleEndsAt,
      min_per_order: original.minPerOrder,
      max_per_order: original.maxPerOrder,
      max_is_per_person: original.maxIsPerPerson,
      hidden: true,
      hide_before_sale: original.hideBeforeSale,
      hide_after_sale: original.hideAfterSale,
      hide_when_sold_out: original.hideWhenSoldOut,
      hide_without_promo_code: original.hideWithoutPromoCode,
      show_quantity_remaining: original.showQuantityRemaining,
      collapsed_on_load: original.collapsedOnLoad,
    });
    for (const [position, price] of original.prices.entries()) {
      const values = {
        event_id: eventId,
        ticket_id: id,
        position,
        label: price.label,
        amount: price.amount,
        sale_starts_at: price.saleStartsAt,
        sale_ends_at: price.saleEndsAt,
        hidden: price.hidden,
      };
      await insertPrice(tx, scope, values, price.quantity);
    }
    const taxOrFeeIds = original.taxesAndFees.map((taxOrFee) => taxOrFee.id);
    await replaceTaxesAndFees(tx, scope, id, taxOrFeeIds);
    await copyPoolLinks(tx, scope, ticketId, id);
    const order = (await findTicketOrder(tx, scope, eventId)).filter((each) => each !== id);
    order.splice(order.indexOf(ticketId) + 1, 0, id);
    await updateTicketOrder(tx, scope, eventId, order);
    await audit(tx, ctx, scope, {
      action: 'ticket.duplicated',
      target: { type: 'ticket', id },
      after: { name, from: ticketId },
    });
    return getTicket(ctx, eventId, id, tx);
  });
}
