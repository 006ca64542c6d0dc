import { type Discount, type PricedTaxOrFee, priceUnit } from '@entrada/contract/pricing';
import type { PriceForSale, TicketForSale } from '../../../catalog/tickets/core/for-sale.ts';
import type { UnitMoney } from '../../orders/core/types.ts';

/**
 * What one unit of a price costs in a sale today, with the taxes and fees of its ticket and the discount of the order's
 * promo code. A donation counts with its minimum. Minor units. Pure.
 */
export function unitOf(ticket: TicketForSale, price: PriceForSale, discount: Discount): UnitMoney {
  const { type: ticketType, taxesAndFees } = ticket;
  const unit = priceUnit({ ticketType, list: price.amount, discount, taxesAndFees });
  return {
    unitList: unit.list,
    unitDiscount: unit.discount,
    unitFees: unit.feeTotal,
    unitTaxAdded: unit.taxAdded,
    unitTaxIncluded: unit.taxIncluded,
    unitTotal: unit.total,
    charges: [...unit.fees, ...unit.taxes],
  };
}

/** Two of the same name, rate and kind are one, as in the files for bookkeepers. */
const nameOf = ({ id, name, type, rate, included }: PricedTaxOrFee) =>
  JSON.stringify([id, name, type, rate, included]);

function combine(a: UnitMoney, b: UnitMoney, sign: 1 | -1): UnitMoney {
  const charges = new Map(a.charges.map((charge) => [nameOf(charge), charge]));
  for (const charge of b.charges) {
    const value = (charges.get(nameOf(charge))?.value ?? 0) + sign * charge.value;
    charges.set(nameOf(charge), { ...charge, value });
  }
  return {
    unitList: a.unitList + sign * b.unitList,
    unitDiscount: a.unitDiscount + sign * b.unitDiscount,
    unitFees: a.unitFees + sign * b.unitFees,
    unitTaxAdded: a.unitTaxAdded + sign * b.unitTaxAdded,
    unitTaxIncluded: a.unitTaxIncluded + sign * b.unitTaxIncluded,
    unitTotal: a.unitTotal + sign * b.unitTotal,
    charges: [...charges.values()].filter(({ value }) => value !== 0),
  };
}

/** What a place costs more than another, part by part; negative where it costs less. Minor units. Pure. */
export const differenceOf = (before: UnitMoney, after: UnitMoney): UnitMoney => combine(after, before, -1);

/** Whether a difference changes anything about the money, if only how much of it is tax. Pure. */
export const isChange = ({ charges, ...parts }: UnitMoney): boolean =>
  charges.length > 0 || Object.values(parts).some((minor) => minor !== 0);

/**
 * What the place of an attendee has come to: the unit that was sold, and the differences of the moves since that were not
 * waived. Minor units. Pure.
 */
export const reachedValue = (sold: UnitMoney, differences: readonly UnitMoney[]): UnitMoney =>
  differences.reduce((sum, one) => combine(sum, one, 1), sold);
