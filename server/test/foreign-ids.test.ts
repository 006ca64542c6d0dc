import { createCapacityAssignment } from '@entrada/contract/catalog/capacity-assignments';
import { createEvent } from '@entrada/contract/catalog/events';
import { createPromoCode } from '@entrada/contract/catalog/promo-codes';
import { createQuestion } from '@entrada/contract/catalog/questions';
import { createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { listTickets, sortTickets, updateTicket } from '@entrada/contract/catalog/tickets';
import { expect, test } from 'vitest';
import { buildOrganizer } from '../catalog/organizers/factory.ts';
import { buildTestApp } from './app.ts';
import { buildShop } from './shop.ts';

const app = await buildTestApp();
const { db } = app;
const ours = await buildShop(db, { ticket: { type: 'paid', amount: 1000 } });
const theirs = await buildShop(db);
const me = app.as(ours);
const params = { eventId: String(ours.eventId) };
const foreign = [ours.ticketId, theirs.ticketId];

const promo = {
  code: 'OURS',
  discountType: 'none' as const,
  percentage: null,
  amount: null,
  allTickets: false,
  usageLimit: null,
  expiresAt: null,
  disabled: false,
};
const question = {
  scope: 'order' as const,
  type: 'text' as const,
  title: 'Why?',
  description: '',
  options: [],
  required: false,
  hidden: false,
  appliesToAll: false,
};

test.each([
  ['a promo code', () => me.call(createPromoCode, { params, body: { ...promo, ticketIds: foreign } })],
  ['a question', () => me.call(createQuestion, { params, body: { ...question, ticketIds: foreign } })],
  [
    'a capacity assignment',
    () =>
      me.call(createCapacityAssignment, {
        params,
        body: { name: 'Hall', capacity: 5, active: true, ticketIds: foreign },
      }),
  ],
  ['an order of tickets', () => me.call(sortTickets, { params, body: { ticketIds: foreign } })],
] as const)('%s takes no ticket of another account', async (_name, send) => {
  const { status, problem } = await send();
  expect([status, problem.errors]).toEqual([422, [{ path: 'ticketIds.1', code: 'not_found' }]]);
});

test('a ticket takes no fee of another account, an event no organizer of it', async () => {
  const fee = await app.as(theirs).call(createTaxOrFee, {
    body: {
      name: 'Theirs',
      type: 'fee',
      calculation: 'percentage',
      rate: '5',
      amount: null,
      currency: null,
      included: false,
      isDefault: false,
    },
  });
  expect(fee.status, JSON.stringify(fee.problem)).toBe(201);
  const [ticket] = (await me.call(listTickets, { params })).body.data;
  if (!ticket) throw new Error('The shop has a ticket');
  const {
    id,
    position: _p,
    hasSales: _h,
    lacksTax: _x,
    availability: _a,
    taxesAndFees: _t,
    prices,
    ...fields
  } = ticket as typeof ticket & { position?: number };
  const refused = await me.call(updateTicket, {
    params: { ...params, ticketId: String(id) },
    body: {
      ...fields,
      prices: prices.map(({ id: priceId, label, amount, quantity, saleStartsAt, saleEndsAt, hidden }) => ({
        id: priceId,
        label,
        amount,
        quantity,
        saleStartsAt,
        saleEndsAt,
        hidden,
      })),
      taxOrFeeIds: [fee.body.data.id],
    },
  });
  expect([refused.status, refused.problem.errors]).toEqual([
    422,
    [{ path: 'taxOrFeeIds', code: 'not_found' }],
  ]);
  const { organizerId } = await buildOrganizer(db, { accountId: theirs.accountId });
  const event = await me.call(createEvent, {
    body: {
      title: 'Not ours',
      organizerId,
      startsAt: '2027-06-11T18:00:00Z',
      endsAt: null,
      timezone: 'Europe/Madrid',
      currency: 'EUR',
    },
  });
  expect([event.status, event.problem.code]).toEqual([404, 'NOT_FOUND']);
});
