import { NO_DISCOUNT } from '@entrada/contract/pricing';
import type { MoveChoice } from '@entrada/contract/sales/moves/to-another-ticket';
import { type PromoForSale, promoCovers } from '../../../catalog/promo-codes/core/promo.ts';
import type { PriceForSale, TicketForSale } from '../../../catalog/tickets/core/for-sale.ts';
import type { UnitMoney } from '../../orders/core/types.ts';
import { differenceOf, unitOf } from './price.ts';
import { type MoneyFacts, settlementObstacle, settlementsOf } from './settlement.ts';

/** What decides about the places that one attendee can be moved to. */
export type MoveFacts = {
  tickets: readonly TicketForSale[];
  /** The promo code of the order; null if it has none, or none that exists any more. */
  promo: Pick<PromoForSale, 'appliesToAll' | 'ticketIds' | 'discount'> | null;
  /** The price and the counters of the attendee's place now. */
  current: { priceId: number; counterIds: readonly number[] };
  /** What that place has come to. */
  value: UnitMoney;
  money: MoneyFacts;
};

/** A place that the attendee can be moved to. */
export type Place = MoveChoice & {
  ticket: TicketForSale;
  /** What one unit costs, and how that differs from what the attendee's place has come to. */
  unit: UnitMoney;
  change: UnitMoney;
  /** The counters that each unit takes: the price's own, then those of its pools. */
  counterIds: number[];
};

/**
 * Every place that an attendee can be moved to, in homepage order: each other price of a ticket that lets people in. A
 * sale that has not begun, that is over or hidden does not matter, as for guests. `left` does not count counters that the
 * attendee's place takes already. Pure.
 */
export function placesFor(facts: MoveFacts): Place[] {
  return facts.tickets
    .filter(({ admits }) => admits)
    .flatMap((ticket) =>
      ticket.prices
        .filter(({ id }) => id !== facts.current.priceId)
        .map((price) => placeOf(ticket, price, facts)),
    );
}

function placeOf(
  ticket: TicketForSale,
  price: PriceForSale,
  { promo, current, value, money }: MoveFacts,
): Place {
  const unit = unitOf(ticket, price, promo && promoCovers(promo, ticket.id) ? promo.discount : NO_DISCOUNT);
  const change = differenceOf(value, unit);
  const limits = [price, ...ticket.pools]
    .filter(({ counterId }) => !current.counterIds.includes(counterId))
    .flatMap(({ quantity, sold, reserved }) => (quantity === null ? [] : [quantity - sold - reserved]));
  return {
    ticketId: ticket.id,
    ticketName: ticket.name,
    priceId: price.id,
    priceLabel: price.label,
    total: unit.unitTotal,
    difference: change.unitTotal,
    left: limits.length === 0 ? null : Math.max(0, Math.min(...limits)),
    settlements: settlementsOf(change.unitTotal, money),
    obstacle: settlementObstacle(change.unitTotal, money),
    ticket,
    unit,
    change,
    counterIds: [price.counterId, ...ticket.pools.map(({ counterId }) => counterId)],
  };
}
