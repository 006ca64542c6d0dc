import { createEvent, listEvents } from '@entrada/contract/catalog/events';
import { listTickets } from '@entrada/contract/catalog/tickets';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildOrganizer } from '../organizers/factory.ts';
import { buildTaxOrFee } from './factory.ts';

const app = await buildTestApp();
const { db } = app;
const account = await buildAccount(db);
const { accountId } = account;
const { organizerId } = await buildOrganizer(db, { accountId });
const vat = await buildTaxOrFee(db, { accountId, included: true, isDefault: true });
const me = app.as(account);

const ticket = (more: object = {}, price: object = {}) => ({
  type: 'paid' as const,
  name: 'General admission',
  description: '',
  saleStartsAt: null,
  saleEndsAt: null,
  minPerOrder: 1,
  maxPerOrder: 10,
  hidden: false,
  hideBeforeSale: false,
  hideAfterSale: false,
  hideWhenSoldOut: false,
  hideWithoutPromoCode: false,
  showQuantityRemaining: false,
  prices: [
    { label: '', amount: 1250, quantity: 60, saleStartsAt: null, saleEndsAt: null, hidden: false, ...price },
  ],
  ...more,
});
const body = (more: object = {}) => ({
  title: 'Harbour cinema',
  organizerId,
  startsAt: '2030-05-01T18:00:00Z',
  endsAt: null,
  timezone: 'Europe/Madrid',
  currency: 'EUR' as const,
  ...more,
});
/** Everything that a refused request must not leave behind. */
const left = async () => ({
  events: (await me.call(listEvents, {})).body.meta.total,
  tickets: await db.selectFrom('tickets').select('id').where('account_id', '=', accountId).execute(),
  audit: await db.selectFrom('audit_entries').select('id').where('account_id', '=', accountId).execute(),
});

test('an event with its first ticket is there and live by one request, each step recorded', async () => {
  const made = await me.call(createEvent, { body: body({ ticket: ticket(), publish: true }) });
  expect(made.status).toBe(201);
  const event = made.body.data;
  expect(event).toMatchObject({
    status: 'public',
    checklist: { hasTicket: true, isPublished: true },
  });
  const { data } = (await me.call(listTickets, { params: { eventId: String(event.id) } })).body;
  expect(data).toMatchObject([
    { name: 'General admission', prices: [{ amount: 1250, quantity: 60 }], taxesAndFees: [{ id: vat.id }] },
  ]);
  expect((await app.as().send({ method: 'GET', url: `/api/public/events/${event.id}` })).statusCode).toBe(
    200,
  );
  const entries = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'event.created',
    'ticket.created',
    'event.status_changed',
  ]);
});

test('without publishing it stays a draft', async () => {
  const free = ticket({ type: 'free' }, { amount: 0, quantity: null });
  const made = await me.call(createEvent, { body: body({ ticket: free }) });
  expect(made.body.data).toMatchObject({ status: 'draft', checklist: { hasTicket: true } });
});

test.each<[string, object, number, string, string | null]>([
  [
    'a price of nothing',
    { ticket: ticket({}, { amount: 0 }) },
    422,
    'VALIDATION_FAILED',
    'ticket.prices.0.amount',
  ],
  ['no name', { ticket: ticket({ name: '' }) }, 422, 'VALIDATION_FAILED', 'ticket.name'],
  [
    'a tax of nobody',
    { ticket: ticket({ taxOrFeeIds: [999_999] }) },
    422,
    'VALIDATION_FAILED',
    'ticket.taxOrFeeIds',
  ],
  [
    'dates outside the event',
    { ticket: ticket({ ownStartsAt: '2031-01-01T10:00:00Z', ownEndsAt: '2031-01-01T12:00:00Z' }) },
    422,
    'VALIDATION_FAILED',
    'ticket.ownStartsAt',
  ],
  ['nothing to sell', { publish: true }, 409, 'EVENT_NEEDS_TICKET', null],
  ['a foreign organizer', { ticket: ticket(), organizerId: 999_999 }, 404, 'NOT_FOUND', null],
])('%s: nothing is made', async (_, more, status, code, path) => {
  const before = await left();
  const { problem } = await me.call(createEvent, { body: body({ publish: true, ...more }) });
  expect([problem.status, problem.code]).toEqual([status, code]);
  if (path) expect(problem.errors?.map((error) => error.path)).toContain(path);
  expect(await left()).toEqual(before);
});

test('a price that the provider does not charge names its field; an unconfirmed address publishes nothing', async () => {
  const before = await left();
  const cheap = body({ ticket: ticket({}, { amount: 1 }) });
  const { problem } = await me.call(createEvent, { body: cheap });
  expect(problem).toMatchObject({
    code: 'PRICE_BELOW_PROVIDER_MINIMUM',
    params: { path: 'ticket.prices.0.amount' },
  });
  const newcomer = app.as(await buildUserIn(db, accountId, 'organizer', { emailConfirmed: false }));
  const reply = await newcomer.call(createEvent, { body: body({ ticket: ticket(), publish: true }) });
  expect(reply.problem.code).toBe('EMAIL_NOT_CONFIRMED');
  expect(await left()).toEqual(before);
  expect((await newcomer.call(createEvent, { body: body({ ticket: ticket() }) })).status).toBe(201);
});
