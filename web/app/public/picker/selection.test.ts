import type { PublicTicket } from '@entrada/contract/catalog/shop';
import { expect, test } from 'vitest';
import { chosenLines, fieldName, mostOf, priceSelection, readSelection, unitOf } from './selection.ts';

const fee = {
  id: 1,
  name: 'Booking fee',
  type: 'fee',
  calculation: 'percentage',
  rate: '6.0000',
  amount: null,
  included: false,
} as const;

const price = (id: number, amount: number, more = {}): PublicTicket['prices'][number] => ({
  id,
  label: '',
  amount,
  availability: 'on_sale',
  left: null,
  maxNow: 10,
  saleStartsAt: null,
  saleEndsAt: null,
  ...more,
});

const ticket = (id: number, more: Partial<PublicTicket>): PublicTicket => ({
  id,
  type: 'paid',
  admits: true,
  ownStartsAt: null,
  ownEndsAt: null,
  name: `Ticket ${id}`,
  description: '',
  minPerOrder: 1,
  maxPerOrder: 10,
  maxIsPerPerson: false,
  collapsedOnLoad: false,
  availability: 'on_sale',
  prices: [],
  taxesAndFees: [],
  promoApplies: false,
  ...more,
});

const event = {
  currency: 'EUR',
  promo: { code: 'MAR10', discountType: 'percentage', percentage: '10.0000', amount: null } as const,
  tickets: [
    ticket(1, {
      type: 'tiered',
      prices: [price(11, 7900, { availability: 'sold_out', maxNow: 0 }), price(12, 9500), price(13, 11500)],
      taxesAndFees: [fee],
      promoApplies: true,
      maxPerOrder: 4,
    }),
    ticket(2, { type: 'donation', prices: [price(21, 500)] }),
    ticket(3, { minPerOrder: 2, prices: [price(31, 4500)] }),
  ],
};

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

test('reads quantities and amounts, and leaves out what cannot be bought', () => {
  const fields = form({
    [fieldName(11)]: '2',
    [fieldName(12)]: '2',
    [fieldName(21)]: '10,00',
    [fieldName(99)]: '1',
  });
  expect(readSelection(event, fields)).toEqual({ 12: '2', 21: '10,00' });
});

test('"Add" puts in the minimum of an order', () => {
  expect(readSelection(event, form({ add: '31' }))).toEqual({ 31: '2' });
  expect(readSelection(event, form({ add: '12' }))).toEqual({ 12: '1' });
});

test('a later field of the same name wins, as the one for visitors without scripts does', () => {
  const fields = new URLSearchParams([
    [fieldName(12), '1'],
    [fieldName(12), '3'],
  ]);
  expect(readSelection(event, fields)).toEqual({ 12: '3' });
});

test('a donation is one ticket with the amount given', () => {
  const { lines, problems } = chosenLines(event, { 21: '10,50' }, 'es');
  expect(lines).toMatchObject([{ quantity: 1, donation: 1050 }]);
  expect(problems).toEqual({});
});

test('entries that make no sense are named, empty and zero ones are not', () => {
  expect(chosenLines(event, { 12: '-1', 21: '4.99' }, 'en').problems).toEqual({
    12: 'invalid_quantity',
    21: 'below_minimum',
  });
  expect(chosenLines(event, { 21: 'ten' }, 'en').problems).toEqual({ 21: 'invalid_amount' });
  expect(chosenLines(event, { 12: '0', 21: '0' }, 'en')).toEqual({ lines: [], problems: {} });
});

test('the total holds discount and fees from the first ticket on', () => {
  const { lines } = chosenLines(event, { 12: '2', 21: '10' }, 'en');
  const priced = priceSelection(event, lines);
  expect(priced.subtotal).toBe(20000);
  expect(priced.discount).toBe(1900);
  expect(priced.fees).toBe(2 * 513);
  expect(priced.total).toBe(20000 - 1900 + 1026);
});

test('the price before a promo code is there only where the code lowers it', () => {
  const [tiered, donation] = event.tickets;
  if (!tiered?.prices[1] || !donation?.prices[0]) throw new Error('fixture');
  expect(unitOf(event, tiered, tiered.prices[1]).before?.price).toBe(9500);
  expect(unitOf(event, tiered, tiered.prices[1]).now.price).toBe(8550);
  expect(unitOf(event, donation, donation.prices[0]).before).toBeNull();
});

test('the limit of an order counts all tiers of a ticket', () => {
  const tiered = event.tickets[0];
  if (!tiered?.prices[1]) throw new Error('fixture');
  expect(mostOf(tiered, tiered.prices[1], { 13: '3' })).toBe(1);
});
