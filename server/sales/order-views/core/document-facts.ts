import type { Location } from '@entrada/contract/catalog/events';
import { type DisplayedPrice, displayPrice, type PriceDisplayMode } from '@entrada/contract/pricing';
import type { Adjustment } from '@entrada/contract/sales/orders';
import { addressLine } from '@entrada/contract/words/address';
import type { EventFacts, LabelledAmount, OrderFacts } from '@entrada/documents/types';
import { sumTaxesAndFees } from '../../invoices/core/taxes-and-fees.ts';
import { ticketTitle } from '../../orders/core/lines.ts';
import type { Order, OrderItem } from '../../orders/core/types.ts';
import { adjustmentsOf } from './adjustments.ts';

/** The place of the event for a reader of this locale; null if the event is online or no place is known. */
export function placeOf(location: Location, locale: string): EventFacts['location'] {
  if (location.isOnline) return null;
  const place = {
    name: location.venueName || null,
    address: addressLine(location, locale) || null,
    mapUrl: location.mapUrl || null,
  };
  return place.name || place.address ? place : null;
}

const labelled = (taxesAndFees: ReturnType<typeof sumTaxesAndFees>): LabelledAmount[] =>
  taxesAndFees.map(({ name, value }) => ({ label: name, minor: value }));

/**
 * The money of an order as documents list it for a reader of this locale: the lines at list price, then discounts, then
 * added fees and taxes.
 */
export function orderFacts(
  order: Order,
  cardLast4: string | null,
  locale: string,
  adjustments: readonly Adjustment[] = [],
): OrderFacts {
  const taxesAndFees = sumTaxesAndFees(order.items);
  return {
    shortId: order.shortId,
    reference: order.reference,
    buyer: order.buyer ?? { firstName: '', lastName: '', email: '' },
    currency: order.currency,
    lines: order.items.map((item) => ({
      quantity: item.quantity,
      title: ticketTitle(item, locale),
      minor: item.unitList * item.quantity,
      admits: item.admits,
    })),
    discount: order.discountTotal > 0 ? { code: order.promoCode, minor: order.discountTotal } : null,
    fees: labelled(taxesAndFees.filter((one) => one.type === 'fee')),
    taxes: labelled(taxesAndFees.filter((one) => one.type === 'tax' && !one.included)),
    includedTaxes: labelled(taxesAndFees.filter((one) => one.type === 'tax' && one.included)),
    totalMinor: order.total,
    cardLast4,
    adjustments: adjustmentsOf(adjustments).map(({ difference, state, ...ticket }) => ({
      title: ticketTitle(ticket, locale),
      minor: Math.abs(difference),
      state: state === 'refunded' ? 'given_back' : state,
    })),
  };
}

/** What one ticket of a line cost, after its discount, by the price display mode of its event. In minor units. */
export const priceOf = (item: OrderItem, mode: PriceDisplayMode): DisplayedPrice =>
  displayPrice(
    {
      price: item.unitList - item.unitDiscount,
      feeTotal: item.unitFees,
      taxAdded: item.unitTaxAdded,
      total: item.unitTotal,
      taxes: item.charges.filter(({ type }) => type === 'tax'),
    },
    mode,
  );
