import type { createTicket } from '@entrada/contract/catalog/tickets';
import type { InputOf } from '@entrada/contract/endpoint';

export type TicketBody = InputOf<typeof createTicket>['body'];
export type PriceBody = TicketBody['prices'][number];

/** The body of the ticket form for a price of 25.00 and a hundred places. */
export const priceBody = (more: Partial<PriceBody> = {}): PriceBody => ({
  label: '',
  amount: 2500,
  quantity: 100,
  saleStartsAt: null,
  saleEndsAt: null,
  hidden: false,
  ...more,
});

/** The body of the ticket form for a paid ticket that is always shown. */
export const ticketBody = (more: Partial<TicketBody> = {}): TicketBody => ({
  type: 'paid',
  name: 'General',
  description: '',
  saleStartsAt: null,
  saleEndsAt: null,
  minPerOrder: 1,
  maxPerOrder: 10,
  hidden: false,
  hideBeforeSale: false,
  hideAfterSale: false,
  hideWhenSoldOut: false,
  hideWithoutPromoCode: false,
  showQuantityRemaining: false,
  prices: [priceBody()],
  ...more,
});
