import type { PublicEvent, PublicTicket } from '@entrada/contract/catalog/shop';
import { formatMoneyInput, parseMoneyInput } from '@entrada/contract/money';
import {
  type Discount,
  NO_DISCOUNT,
  type PricedOrder,
  type PricedUnit,
  priceOrder,
  priceUnit,
} from '@entrada/contract/pricing';

export type PublicPrice = PublicTicket['prices'][number];

/** The entry for each price as typed: a quantity, or the amount of a donation. */
export type Selection = Record<number, string>;

export type Chosen = { ticket: PublicTicket; price: PublicPrice; quantity: number; donation?: number };

/** Why an entry cannot be sent. Checked before the server is asked. */
export type EntryProblem = 'invalid_quantity' | 'invalid_amount' | 'below_minimum';

/** Names of the form's fields. They are the same with and without scripts. */
export const fieldName = (priceId: number) => `price-${priceId}`;
export const ADD_FIELD = 'add';
export const PROMO_FIELD = 'promo_code';
/** The site that shows the widget. */
export const WIDGET_FIELD = 'widget_on';

/** The part of an event that the ticket picker needs. */
export type SaleEvent = Pick<
  PublicEvent,
  'id' | 'currency' | 'timezone' | 'startsAt' | 'isPreview' | 'settings' | 'tickets' | 'promo' | 'hold'
>;

type Sellable = Pick<PublicEvent, 'tickets' | 'currency' | 'promo'>;

export const canBuy = (price: PublicPrice) => price.availability === 'on_sale' && price.maxNow > 0;

/** Every price that can be bought now, with its ticket. */
function sellable(event: Sellable): { ticket: PublicTicket; price: PublicPrice }[] {
  return event.tickets.flatMap((ticket) => ticket.prices.filter(canBuy).map((price) => ({ ticket, price })));
}

/** The quantity that "Add" enters: one, or the minimum that an order must take of this ticket. */
export function firstQuantity(ticket: PublicTicket, price: PublicPrice): number {
  return Math.min(Math.max(1, ticket.minPerOrder), Math.max(1, price.maxNow));
}

/** Reads the entries for the prices of this event from a form or an address. Ignores other fields. */
export function readSelection(event: Sellable, fields: FormData | URLSearchParams): Selection {
  const selection: Selection = {};
  for (const { ticket, price } of sellable(event)) {
    const typed = fields.getAll(fieldName(price.id)).at(-1);
    if (typeof typed === 'string' && typed.trim() !== '') selection[price.id] = typed.trim().slice(0, 40);
    if (fields.get(ADD_FIELD) === String(price.id))
      selection[price.id] = String(firstQuantity(ticket, price));
  }
  return selection;
}

/** The entries that the visitor's unfinished order was made from. Empty without one. */
export function heldSelection(
  { hold, currency }: Pick<SaleEvent, 'hold' | 'currency'>,
  locale: string,
): Selection {
  const entries = hold?.lines.map(({ priceId, quantity, donation }) => [
    priceId,
    donation === null ? String(quantity) : formatMoneyInput(donation, currency, locale),
  ]);
  return Object.fromEntries(entries ?? []);
}

/** The lines of a selection in the order of the page, and the entries that cannot be sent. */
export function chosenLines(
  event: Sellable,
  selection: Selection,
  locale: string,
): { lines: Chosen[]; problems: Record<number, EntryProblem> } {
  const lines: Chosen[] = [];
  const problems: Record<number, EntryProblem> = {};
  for (const { ticket, price } of sellable(event)) {
    const typed = selection[price.id] ?? '';
    if (typed === '') continue;
    if (ticket.type === 'donation') {
      const donation = parseMoneyInput(typed, event.currency, locale);
      if (typeof donation !== 'number') problems[price.id] = 'invalid_amount';
      else if (donation > 0 && donation < price.amount) problems[price.id] = 'below_minimum';
      else if (donation > 0) lines.push({ ticket, price, quantity: firstQuantity(ticket, price), donation });
    } else if (!/^\d{1,6}$/.test(typed)) {
      problems[price.id] = 'invalid_quantity';
    } else if (Number(typed) > 0) {
      lines.push({ ticket, price, quantity: Number(typed) });
    }
  }
  return { lines, problems };
}

/** The discount that the applied promo code gives on a ticket. */
export function discountOn(event: Pick<PublicEvent, 'promo'>, ticket: PublicTicket): Discount {
  const { promo } = event;
  if (!promo || !ticket.promoApplies) return NO_DISCOUNT;
  return { type: promo.discountType, percentage: promo.percentage, amount: promo.amount };
}

const unitInput = (ticket: PublicTicket, list: number, discount: Discount) => ({
  ticketType: ticket.type,
  list,
  discount,
  taxesAndFees: ticket.taxesAndFees,
});

/** The price of one unit, and the price without the promo code if that differs. */
export function unitOf(
  event: Pick<PublicEvent, 'promo'>,
  ticket: PublicTicket,
  price: PublicPrice,
): { now: PricedUnit; before: PricedUnit | null } {
  const now = priceUnit(unitInput(ticket, price.amount, discountOn(event, ticket)));
  const before = now.discount > 0 ? priceUnit(unitInput(ticket, price.amount, NO_DISCOUNT)) : null;
  return { now, before };
}

/** The total of a selection, computed by the same module as on the server. */
export function priceSelection(event: Pick<PublicEvent, 'promo'>, lines: readonly Chosen[]): PricedOrder {
  return priceOrder({
    lines: lines.map(({ ticket, price, quantity, donation }) => ({
      ...unitInput(ticket, donation ?? price.amount, discountOn(event, ticket)),
      quantity,
    })),
  });
}

/** How many of this price the visitor may choose, given the chosen tickets of the other tiers. */
export function mostOf(ticket: PublicTicket, price: PublicPrice, selection: Selection): number {
  const others = ticket.prices
    .filter((other) => other.id !== price.id)
    .reduce((sum, other) => sum + (Number(selection[other.id]) || 0), 0);
  return Math.max(0, Math.min(price.maxNow, ticket.maxPerOrder - others));
}

/** The lines as the API expects them. */
export function orderItems(lines: readonly Chosen[]) {
  return lines.map(({ price, quantity, donation }) => ({
    priceId: price.id,
    quantity,
    ...(donation !== undefined && { donation }),
  }));
}

/** Where the visitor is and which site led here. The server keeps a class of it, so the site is enough. */
export function visitHere(): { address: string; referrer: string; isWidget: boolean } {
  const { pathname, search } = location;
  const { referrer } = document;
  const site = URL.canParse(referrer) ? new URL(referrer).origin : '';
  return { address: (pathname + search).slice(0, 2000), referrer: site.slice(0, 2000), isWidget: false };
}
