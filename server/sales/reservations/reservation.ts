import type { CatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import { newShortId } from '../../platform/secrets.ts';
import type { Order } from '../orders/core/types.ts';
import type { Admitted } from './core/admission.ts';
import type { Held, Reservation } from './hold-statement.ts';

export type ReservationFacts = Pick<
  Reservation,
  | 'locale'
  | 'cartHash'
  | 'idempotencyKey'
  | 'requestHash'
  | 'replaces'
  | 'leaves'
  | 'mayHaveHold'
  | 'addressHash'
  | 'isCapped'
  | 'affiliateId'
  | 'validFrom'
  | 'validUntil'
>;

/** For reservations of factories: of no browser, no address and no moment. */
export const UNCOUNTED = {
  leaves: null,
  mayHaveHold: false,
  addressHash: null,
  isCapped: false,
  affiliateId: null,
  validFrom: null,
  validUntil: null,
} as const;

/** What the lane writes for a selection that was admitted: its money is fixed here. */
export function toReservation(
  catalog: CatalogForSale,
  decision: Admitted,
  facts: ReservationFacts,
): Reservation {
  const { event } = catalog;
  const { priced, promo } = decision;
  return {
    ...facts,
    accountId: event.accountId,
    eventId: event.id,
    catalogVersion: event.catalogVersion,
    shortId: newShortId('o'),
    currency: event.currency,
    promo,
    listTotal: priced.subtotal,
    discountTotal: priced.discount,
    feeTotal: priced.fees,
    taxAddedTotal: priced.taxesAdded,
    taxIncludedTotal: priced.taxesIncluded,
    total: priced.total,
    holdSeconds: event.settings.orderTimeoutMinutes * 60,
    demand: decision.demand,
    items: decision.lines.flatMap(({ offer, quantity }, at) => {
      const unit = priced.lines[at]?.unit;
      if (!unit) throw new Error('A priced order lost a line');
      return {
        ticketId: offer.ticketId,
        priceId: offer.priceId,
        ticketName: offer.ticketName,
        priceLabel: offer.priceLabel,
        quantity,
        unitList: unit.list,
        unitDiscount: unit.discount,
        unitFees: unit.feeTotal,
        unitTaxAdded: unit.taxAdded,
        unitTaxIncluded: unit.taxIncluded,
        unitTotal: unit.total,
        charges: [...unit.fees, ...unit.taxes],
        counterIds: offer.stocks.map((stock) => stock.counterId),
      };
    }),
  };
}

/** The order that a reservation has become, without reading it back. */
export function toHeldOrder({
  reservation,
  held,
  now,
}: {
  reservation: Reservation;
  held: Held;
  now: Date;
}): Order {
  const { promo, items } = reservation;
  return {
    ...EMPTY_HOLD,
    id: held.id,
    accountId: reservation.accountId,
    eventId: reservation.eventId,
    shortId: held.shortId,
    reference: held.reference,
    currency: reservation.currency,
    locale: reservation.locale,
    promoCode: promo?.code ?? null,
    promoCounterId: promo?.counterId ?? null,
    listTotal: reservation.listTotal,
    discountTotal: reservation.discountTotal,
    feeTotal: reservation.feeTotal,
    taxAddedTotal: reservation.taxAddedTotal,
    taxIncludedTotal: reservation.taxIncludedTotal,
    total: reservation.total,
    expiresAt: held.expiresAt,
    offlineDueAt: null,
    isExtended: held.isExtended,
    secondsLeft: Math.floor((held.expiresAt.getTime() - now.getTime()) / 1000),
    createdAt: now,
    items: items.map((item, at) => ({
      ...item,
      id: held.itemIds[at] ?? 0,
      counterIds: [...item.counterIds],
      charges: [...item.charges],
    })),
  };
}

const EMPTY_HOLD = {
  status: 'reserved',
  paymentStatus: 'none',
  refundStatus: 'none',
  endedReason: null,
  buyer: null,
  sendAllToBuyer: false,
  attendeeDetails: [],
  answers: [],
  refundedTotal: 0,
  completedAt: null,
} as const satisfies Partial<Order>;
