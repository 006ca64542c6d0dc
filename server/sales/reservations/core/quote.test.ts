import { NO_DISCOUNT, type TaxOrFee } from '@entrada/contract/pricing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AdmittedLine, Offer } from './offer.ts';
import { createQuotes, quote } from './quote.ts';

const VAT: TaxOrFee = {
  id: 7,
  name: 'VAT',
  type: 'tax',
  calculation: 'percentage',
  rate: '19',
  amount: null,
  included: false,
};

const offer = (priceId: number): Offer => ({
  priceId,
  ticketId: priceId * 10,
  ticketName: `Ticket ${priceId}`,
  ticketType: priceId === 3 ? 'donation' : 'paid',
  admits: true,
  priceLabel: '',
  amount: 1000 + priceId,
  stocks: [{ counterId: priceId * 100, left: null }],
  state: 'on_sale',
  isVisible: true,
  isLocked: false,
  minPerOrder: 1,
  maxPerOrder: 10,
  taxesAndFees: [VAT],
  isPromoCovered: false,
});

const lines = fc.array(
  fc.record({
    offer: fc.integer({ min: 1, max: 3 }).map(offer),
    quantity: fc.integer({ min: 1, max: 4 }),
    list: fc.constantFrom(1000, 1001, 5000),
    discount: fc.constantFrom(
      NO_DISCOUNT,
      { type: 'percentage' as const, percentage: '10', amount: null },
      { type: 'percentage' as const, percentage: '100', amount: null },
      { type: 'fixed' as const, percentage: null, amount: 10 },
      { type: 'fixed' as const, percentage: null, amount: 100 },
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

test('a remembered selection costs what it costs anew, whatever was asked before', () => {
  fc.assert(
    fc.property(fc.array(lines, { minLength: 1, maxLength: 30 }), (selections) => {
      const remembered = createQuotes();
      for (const selection of [...selections, ...selections])
        expect(remembered(selection)).toEqual(quote(selection));
    }),
    { numRuns: 50 },
  );
});

test('equal selections share their items, so that a batch sends them once', () => {
  const remembered = createQuotes();
  const select = (): AdmittedLine[] => [
    { offer: offer(1), quantity: 2, list: 1001, discount: NO_DISCOUNT },
    { offer: offer(2), quantity: 1, list: 1002, discount: NO_DISCOUNT },
  ];
  expect(remembered(select()).items).toBe(remembered(select()).items);
});

test('thousands of different donations are priced, and forgotten', () => {
  const remembered = createQuotes();
  for (let list = 1; list <= 2500; list += 1) {
    const { priced } = remembered([{ offer: offer(3), quantity: 1, list, discount: NO_DISCOUNT }]);
    expect(priced.subtotal).toBe(list);
  }
});
