import type { createTicket } from '@entrada/contract/catalog/tickets';
import type { z } from 'zod';

/** What people set of a ticket and its prices. */
export type TicketInput = z.output<(typeof createTicket)['body']>;

/** The row of a ticket. What an older client leaves out stays as it is. */
export function ticketColumns(input: TicketInput) {
  return {
    type: input.type,
    name: input.name,
    description: input.description,
    ...(input.admits !== undefined && { admits: input.admits }),
    ...(input.ownStartsAt !== undefined && {
      own_starts_at: input.ownStartsAt,
      own_ends_at: input.ownEndsAt ?? null,
    }),
    sale_starts_at: input.saleStartsAt,
    sale_ends_at: input.saleEndsAt,
    min_per_order: input.minPerOrder,
    max_per_order: input.maxPerOrder,
    ...(input.maxIsPerPerson !== undefined && { max_is_per_person: input.maxIsPerPerson }),
    hidden: input.hidden,
    hide_before_sale: input.hideBeforeSale,
    hide_after_sale: input.hideAfterSale,
    hide_when_sold_out: input.hideWhenSoldOut,
    hide_without_promo_code: input.hideWithoutPromoCode,
    show_quantity_remaining: input.showQuantityRemaining,
    ...(input.collapsedOnLoad !== undefined && { collapsed_on_load: input.collapsedOnLoad }),
  };
}

/** The row of a price. `amount`: minor units. Its quantity is that of its counter. */
export const priceColumns = (price: TicketInput['prices'][number], position: number) => ({
  label: price.label,
  amount: price.amount,
  position,
  sale_starts_at: price.saleStartsAt,
  sale_ends_at: price.saleEndsAt,
  hidden: price.hidden,
});
