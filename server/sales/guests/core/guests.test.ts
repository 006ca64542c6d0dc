import { expect, test } from 'vitest';
import type { TicketForSale } from '../../../catalog/tickets/core/for-sale.ts';
import { createCatalogue } from '../../../test/stock/catalogue.ts';
import { choosePlaces, withoutDuty } from './guests.ts';

const { tickets } = createCatalogue({
  tickets: [
    { type: 'paid', min: 2, max: 4, admits: true },
    { type: 'free', min: 1, max: 1, admits: true },
    { type: 'donation', min: 1, max: 9, admits: false },
  ],
  prices: [
    { ticket: 0, amount: 4500, quantity: 3 },
    { ticket: 1, amount: 0, quantity: null },
    { ticket: 2, amount: 100, quantity: null },
  ],
  pools: [{ quantity: 5, active: true, tickets: [0] }],
  promos: [],
});
const vat = {
  id: 1,
  name: 'VAT',
  type: 'tax' as const,
  calculation: 'percentage' as const,
  rate: '10',
  amount: null,
  included: false,
};

test('a price is sold to anybody, hidden or not, for any amount, with its fees and taxes and from all its counters', () => {
  const hidden: TicketForSale[] = tickets.map((one) => ({ ...one, hidden: true, taxesAndFees: [vat] }));
  const chosen = choosePlaces(hidden, { priceId: 1, amount: 2000, quantity: 1 });
  expect(chosen).toMatchObject({
    ok: true,
    counterIds: [1, 4],
    priced: { total: 2200, discount: 0, subtotal: 2000 },
  });
  // What is given away has neither fees nor taxes.
  expect(choosePlaces(hidden, { priceId: 1, amount: 0, quantity: 3 })).toMatchObject({
    priced: { total: 0 },
  });
});

test.each([
  [
    { priceId: 9, amount: 0 },
    { path: 'priceId', code: 'not_found' },
  ],
  [
    { priceId: 3, amount: 0 },
    { path: 'priceId', code: 'admits_nobody' },
  ],
  [
    { priceId: 2, amount: 5 },
    { path: 'amount', code: 'too_big', max: 0 },
  ],
])('%o is refused at its field', (given, error) => {
  const refused = choosePlaces(tickets, { ...given, quantity: 1 });
  expect(refused).toEqual({ ok: false, code: 'VALIDATION_FAILED', errors: [error] });
});

test('an event needs a ticket that lets people in', () => {
  const nobody = { ok: false, code: 'NO_TICKETS_YET' };
  expect(choosePlaces([], { priceId: 1, amount: 0, quantity: 1 })).toEqual(nobody);
  const support = tickets.filter(({ admits }) => !admits);
  expect(choosePlaces(support, { priceId: 3, amount: 0, quantity: 1 })).toEqual(nobody);
});

test('no question has to be answered', () => {
  const asked = { id: 1, scope: 'order', type: 'text', title: 'A', description: '', options: [] } as const;
  const [question] = withoutDuty([{ ...asked, options: [], required: true, ticketIds: null }]);
  expect(question?.required).toBe(false);
});
