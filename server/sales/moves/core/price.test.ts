import { NO_DISCOUNT, type TaxOrFee } from '@entrada/contract/pricing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCatalogue } from '../../../test/stock/catalogue.ts';
import { differenceOf, reachedValue, unitOf } from './price.ts';
import { moveObstacle, settlementObstacle, settlementsOf } from './settlement.ts';

const { tickets } = createCatalogue({
  tickets: [{ type: 'paid', min: 1, max: 4, admits: true }],
  prices: [{ ticket: 0, amount: 4500, quantity: 3 }],
  pools: [],
  promos: [],
});
const vat: TaxOrFee = {
  id: 1,
  name: 'VAT',
  type: 'tax',
  calculation: 'percentage',
  rate: '10',
  amount: null,
  included: false,
};
const fee: TaxOrFee = { ...vat, id: 2, name: 'Booking', type: 'fee', rate: '6' };

/** A unit of this list price with these taxes and fees, as a sale computes it. */
function unit(amount: number, taxesAndFees: TaxOrFee[], percentage?: string) {
  const [ticket] = tickets;
  const price = ticket?.prices[0];
  if (!ticket || !price) throw new Error('The catalogue is empty');
  const discount = percentage ? { type: 'percentage' as const, percentage, amount: null } : NO_DISCOUNT;
  return unitOf({ ...ticket, taxesAndFees }, { ...price, amount }, discount);
}

test('the difference holds each fee and tax of the new ticket less those of the old one', () => {
  const change = differenceOf(unit(2500, [vat]), unit(4500, [fee, vat]));
  expect(change).toMatchObject({
    unitList: 2000,
    unitFees: 270,
    unitTaxAdded: 227,
    unitTotal: 2497,
  });
  expect(change.charges.map(({ name, value }) => [name, value])).toEqual([
    ['Booking', 270],
    ['VAT', 227],
  ]);
  expect(unit(4500, [], '20')).toMatchObject({ unitDiscount: 900, unitTotal: 3600 });
});

test('whatever the way there, the differences bring the value to what the last place costs, and back to nothing', () => {
  const anyUnit = fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.subarray([vat, fee]))
    .map(([amount, charges]) => unit(amount, charges));
  fc.assert(
    fc.property(anyUnit, fc.array(anyUnit, { minLength: 1, maxLength: 5 }), (sold, places) => {
      const changes: ReturnType<typeof differenceOf>[] = [];
      for (const place of places) changes.push(differenceOf(reachedValue(sold, changes), place));
      const value = reachedValue(sold, changes);
      const last = places.at(-1);
      if (!last) throw new Error('No place');
      expect(value.unitTotal).toBe(last.unitTotal);
      expect(differenceOf(value, last)).toMatchObject({ unitTotal: 0, unitTaxAdded: 0, charges: [] });
      for (const one of changes)
        expect(one.unitTotal).toBe(one.unitList - one.unitDiscount + one.unitFees + one.unitTaxAdded);
    }),
  );
});

const money = {
  wayBack: 'online' as const,
  refundable: 1000,
  hasProvider: true,
  open: 0,
  isRefunded: false,
};
test.each([
  ['a surplus', 500, {}, ['owed', 'waived'], null],
  ['a rest', -500, {}, ['given_back', 'waived'], null],
  ['nothing', 0, { open: 500 }, [], null],
  ['a surplus while an earlier one is open', 500, { open: 500 }, ['owed', 'waived'], null],
  ['a rest while an earlier surplus is open', -500, { open: 500 }, ['waived'], 'DIFFERENCE_STILL_OPEN'],
  ['more than is left', -1001, {}, ['waived'], 'REFUND_ABOVE_REMAINING'],
  ['more than is left, by hand', -1001, { wayBack: 'by_hand' as const }, ['given_back', 'waived'], null],
  ['a refunded ticket', -1, { isRefunded: true }, ['waived'], 'ATTENDEE_ALREADY_REFUNDED'],
  ['a surplus of a refunded ticket', 1, { isRefunded: true }, ['owed', 'waived'], null],
  ['no provider', -1, { hasProvider: false }, ['waived'], 'PAYMENTS_NOT_SET_UP'],
  [
    'no provider, without a card',
    -1,
    { hasProvider: false, wayBack: 'offline' as const },
    ['given_back', 'waived'],
    null,
  ],
])('what may become of %s', (_, difference, change, settlements, obstacle) => {
  expect(settlementsOf(difference, { ...money, ...change })).toEqual(settlements);
  expect(settlementObstacle(difference, { ...money, ...change })).toBe(obstacle);
});

const fine = {
  eventStatus: 'public',
  orderStatus: 'completed' as const,
  attendeeStatus: 'active',
  isInside: false,
  refunds: [{ status: 'succeeded' }],
  disputes: [{ status: 'won' as const }, { status: 'warning' as const }],
};
test.each([
  ['a valid ticket', {}, null],
  ['an unpaid order', { orderStatus: 'awaiting_offline_payment' as const }, 'ORDER_NOT_COMPLETE'],
  ['a cancelled ticket', { attendeeStatus: 'cancelled' }, 'ATTENDEE_CANCELLED'],
  ['somebody inside', { isInside: true }, 'ATTENDEE_CHECKED_IN'],
  ['a pending refund', { refunds: [{ status: 'pending' }] }, 'REFUND_PENDING'],
  ['an open dispute', { disputes: [{ status: 'under_review' as const }] }, 'PAYMENT_DISPUTED'],
])('what stands against moving %s', (_, change, obstacle) => {
  expect(moveObstacle({ ...fine, ...change })).toBe(obstacle);
});
