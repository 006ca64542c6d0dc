import { createTicket, listTickets, listTicketTaxes, updateTicket } from '@entrada/contract/catalog/tickets';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { ticketBody as body, priceBody as price, type TicketBody } from '../../test/catalog/ticket-body.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTaxOrFee, buildTicket } from './factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const { accountId } = owner;
const me = app.as(owner);
await buildTaxOrFee(app.db, { accountId, name: 'IVA', isDefault: true });

test('the list sorts, filters and searches, and names what it allows', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const make = (name: string, position: number, more: object = {}) =>
    buildTicket(app.db, { accountId, eventId, name, position, ...more });
  await make('Márquez', 1);
  await make('100%', 2, { type: 'free' });
  await make('Abono_1', 3, { hidden: true });
  const list = (query: Record<string, string> = {}) =>
    me.call(listTickets, { params: { eventId: String(eventId) }, query });
  const names = async (query: Record<string, string>) =>
    (await list(query)).body.data.map((ticket) => ticket.name);
  expect(await names({})).toEqual(['Márquez', '100%', 'Abono_1']);
  expect(await names({ sort_by: 'name' })).toEqual(['100%', 'Abono_1', 'Márquez']);
  expect(await names({ query: 'mar' })).toEqual(['Márquez']);
  expect(await names({ query: '%' })).toEqual(['100%']);
  expect(await names({ query: '_' })).toEqual(['Abono_1']);
  expect(await names({ 'filter_fields[type][in]': 'free,tiered' })).toEqual(['100%']);
  expect(await names({ 'filter_fields[hidden][eq]': 'true' })).toEqual(['Abono_1']);
  expect(await names({ page: '900000' })).toEqual([]);
  const refused = await list({ 'filter_fields[price][eq]': '1' });
  expect(refused.problem.errors?.[0]?.allowed).toEqual(['type', 'hidden']);
  expect((await list({ 'filter_fields[hidden][eq]': 'maybe' })).status).toBe(422);
  expect((await list({ sort_by: 'amount' })).problem.errors?.[0]?.allowed).toEqual([
    'position',
    'name',
    'created_at',
  ]);
});

test('a ticket without a tax is marked while others have one, and the taxes of the event are told', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const create = (more: Partial<TicketBody> = {}) =>
    me.call(createTicket, { params: { eventId: String(eventId) }, body: body(more) });
  const taxed = (await create()).body.data;
  const bare = (await create({ taxOrFeeIds: [] })).body.data;
  const free = (await create({ type: 'free', prices: [price({ amount: 0 })] })).body.data;
  const marks = async () =>
    (await me.call(listTickets, { params: { eventId: String(eventId) }, query: {} })).body.data.map(
      ({ id, lacksTax }) => [id, lacksTax],
    );
  expect(await marks()).toEqual([
    [taxed.id, false],
    [bare.id, true],
    [free.id, false],
  ]);
  const iva = taxed.taxesAndFees.find(({ name }) => name === 'IVA')?.id ?? 0;
  const taxes = async () =>
    (await me.call(listTicketTaxes, { params: { eventId: String(eventId) } })).body.data;
  expect(await taxes()).toEqual([{ id: iva, tickets: 1 }]);
  const saved = await me.call(updateTicket, {
    params: { eventId: String(eventId), ticketId: String(bare.id) },
    body: {
      ...body(),
      taxOrFeeIds: [iva],
      prices: [price({ id: bare.prices[0]?.id ?? 0 })],
      version: bare.version,
    },
  });
  expect(saved.body.data.lacksTax).toBe(false);
  expect(await taxes()).toEqual([{ id: iva, tickets: 2 }]);
  const asked = await app
    .as(await buildAccount(app.db))
    .call(listTicketTaxes, { params: { eventId: String(eventId) } });
  expect(asked.status).toBe(404);
});
