import type { CatalogForSale } from '../catalog/service.ts';
import { newShortId } from '../platform/secrets.ts';
import type { Admitted } from './core/admission.ts';
import type { Reservation } from './reserve-lane.ts';

export type ReservationFacts = Pick<
  Reservation,
  'locale' | 'cartHash' | 'idempotencyKey' | 'requestHash' | 'replaces'
>;

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
        counterIds: offer.counterIds,
      };
    }),
  };
}
