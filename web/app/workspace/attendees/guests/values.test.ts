import type { Ticket } from '@entrada/contract/catalog/tickets';
import { expect, test } from 'vitest';
import { firstPrice, guestPrices, totalFor } from '../../kit/guests/prices.ts';
import { amountOf, emptyGuests, readGuests } from './values.ts';

const vat = {
  id: 1,
  name: 'VAT',
  type: 'tax',
  calculation: 'percentage',
  rate: '10',
  amount: null,
  included: false,
} as const;
const ticket = (id: number, more: Partial<Ticket>) =>
  ({
    id,
    type: 'paid',
    admits: true,
    taxesAndFees: [vat],
    prices: [{ id, amount: 4500 }],
    ...more,
  }) as Ticket;
const prices = guestPrices([
  ticket(1, {}),
  ticket(2, { admits: false }),
  ticket(3, { type: 'free', taxesAndFees: [] }),
]);
const [paid, free] = prices;
const frame = { currency: 'EUR', timezone: 'UTC', locale: 'de' };
const rosa = { key: 1, firstName: 'Rosa', lastName: '', email: '' };
const filled = { ...emptyGuests(prices, 'de'), attendees: [rosa] };

test('only tickets that let people in are offered', () => {
  expect(prices.map(({ price }) => price.id)).toEqual([1, 3]);
});

test.each<[string, (number | null)[], number | undefined]>([
  ['the first with a place left', [0, -2, 3, 9], 3],
  ['one without a limit has places', [0, null, 5], 2],
  ['the first if none has a place', [0, 0], 1],
  ['none if nothing is offered', [], undefined],
])('the ticket that is chosen at first: %s', (_, left, id) => {
  const offered = left.map((available, at) =>
    ticket(at + 1, { prices: [{ id: at + 1, amount: 0, available } as Ticket['prices'][number]] }),
  );
  expect(firstPrice(guestPrices(offered))?.price.id).toBe(id);
  expect(emptyGuests(guestPrices(offered), 'de').priceId).toBe(String(id ?? ''));
});

test('free, the full price or another amount, with the total that is shown', () => {
  const read = (more: object) => readGuests({ ...filled, ...more }, paid, frame);
  expect(read({}).body).toMatchObject({ amount: 0, payment: null, expectedTotal: 0 });
  // A choice that is hidden again is not sent.
  expect(read({ payment: 'cash' }).body?.payment).toBeNull();
  expect(read({ cost: 'listed', payment: 'card' }).body).toMatchObject({
    amount: 4500,
    payment: 'card',
    expectedTotal: 4950,
  });
  expect(read({ cost: 'other', amount: '12,50', payment: 'cash' }).body?.expectedTotal).toBe(1375);
  expect(amountOf({ ...filled, cost: 'other', amount: '12,' }, paid, frame)).toBe(1200);
  expect(amountOf({ ...filled, cost: 'other', amount: 'x' }, paid, frame)).toBeUndefined();
  expect(amountOf({ ...filled, cost: 'listed' }, free, frame)).toBe(0);
});

test('all that is wrong is said at once, at its field', () => {
  const attendees = [rosa, { key: 2, firstName: '', lastName: '', email: 'x' }];
  const { wrong } = readGuests({ ...filled, attendees, cost: 'other', amount: 'x' }, paid, frame);
  expect(wrong.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'amount invalid',
    'attendees.1.firstName required',
    'attendees.1.email invalid_email',
    'payment required',
  ]);
  expect(readGuests(filled, undefined, frame).wrong).toMatchObject([{ path: 'priceId', code: 'required' }]);
});

test('several people pay several times', () => {
  expect(paid && totalFor(paid, 1005, 3)).toBe(3 * (1005 + 101));
});
