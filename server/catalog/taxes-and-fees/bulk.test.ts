import {
  changeTaxesAndFees,
  getTaxOrFee,
  listTaxesAndFees,
  type TaxOrFeeAction,
} from '@entrada/contract/catalog/taxes-and-fees';
import { createTicket, getTicket } from '@entrada/contract/catalog/tickets';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { ticketBody } from '../../test/catalog/ticket-body.ts';
import { catalogVersion as versionOf } from '../../test/catalog/version.ts';
import { buildEvent } from '../events/factory.ts';
import { buildTaxOrFee, buildTicket, type TaxOrFeeOverrides } from '../tickets/factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;

type Chosen = { ids: number[] } | { except: number[] };

const change = (
  action: TaxOrFeeAction,
  chosen: Chosen,
  { actor = owner, query = {} }: { actor?: { token: string }; query?: Record<string, string> } = {},
) => app.as(actor).call(changeTaxesAndFees, { query, body: { action, ...chosen } });
const build = async (more: Partial<TaxOrFeeOverrides> = {}) =>
  (await buildTaxOrFee(app.db, { accountId, ...more })).id;
const read = (id: number) => app.as(owner).call(getTaxOrFee, { params: { taxOrFeeId: String(id) } });
const audited = (id: number) =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('target_type', '=', 'tax_or_fee')
    .where('target_id', '=', id)
    .execute();
const catalogVersion = (eventId: number) => versionOf(app.db, eventId);

test('they become defaults of new tickets and stop being it; those that have the state already are skipped', async () => {
  const off = await build({ name: 'Off' });
  const on = await build({ name: 'On', isDefault: true });
  const added = await change('add_to_new_tickets', { ids: [off, on] });
  expect(added.body.data).toEqual({ changed: [off], kept: [] });
  expect((await read(off)).body.data).toMatchObject({ isDefault: true, version: 2 });
  expect((await read(on)).body.data).toMatchObject({ isDefault: true, version: 1 });
  expect(await audited(off)).toEqual([
    { action: 'tax_or_fee.updated', before: { isDefault: false }, after: { isDefault: true } },
  ]);
  expect(await audited(on)).toEqual([]);
  const back = await change('leave_off_new_tickets', { ids: added.body.data.changed });
  expect(back.body.data.changed).toEqual([off]);
  expect((await read(off)).body.data).toMatchObject({ isDefault: false, version: 3 });
});

test('a new ticket gets the defaults, an existing one does not', async () => {
  const account = await buildAccount(app.db);
  const { eventId } = await buildEvent(app.db, { accountId: account.accountId });
  const older = await buildTicket(app.db, { accountId: account.accountId, eventId });
  const { id } = await buildTaxOrFee(app.db, { accountId: account.accountId, name: 'VAT' });
  await change('add_to_new_tickets', { ids: [id] }, { actor: account });
  const they = app.as(account);
  const made = await they.call(createTicket, {
    params: { eventId: String(eventId) },
    body: ticketBody(),
  });
  expect(made.body.data.taxesAndFees.map((taxOrFee) => taxOrFee.name)).toEqual(['VAT']);
  const ticket = await they.call(getTicket, {
    params: { eventId: String(eventId), ticketId: String(older.ticketId) },
  });
  expect(ticket.body.data.taxesAndFees).toEqual([]);
});

test('deleting those that tickets carry makes the tickets cheaper and raises the version of the catalogue', async () => {
  const { eventId } = await buildEvent(app.db, { accountId });
  const ids = [await build({ name: 'A' }), await build({ name: 'B', type: 'fee', amount: 100 })];
  const { ticketId } = await buildTicket(app.db, { accountId, eventId, taxesAndFees: ids });
  const version = await catalogVersion(eventId);
  expect((await change('delete', { ids })).body.data).toEqual({ changed: ids, kept: [] });
  const ticket = await app.as(owner).call(getTicket, {
    params: { eventId: String(eventId), ticketId: String(ticketId) },
  });
  expect(ticket.body.data.taxesAndFees).toEqual([]);
  expect(await catalogVersion(eventId)).toBeGreaterThan(version);
  for (const id of ids) {
    expect((await read(id)).status).toBe(404);
    expect((await audited(id)).map(({ action }) => action)).toEqual(['tax_or_fee.deleted']);
  }
  expect((await change('delete', { ids })).body.data.changed).toEqual([]);
});

test('all that the query finds, except a few, are changed', async () => {
  const account = await buildAccount(app.db);
  const own = async (more: Partial<TaxOrFeeOverrides>) =>
    (await buildTaxOrFee(app.db, { accountId: account.accountId, ...more })).id;
  const tax = await own({ name: 'Tax' });
  const fee = await own({ name: 'Fee', type: 'fee' });
  const spared = await own({ name: 'Spared fee', type: 'fee' });
  const query = { 'filter_fields[type][eq]': 'fee' };
  const reply = await change('delete', { except: [spared] }, { actor: account, query });
  expect(reply.body.data.changed).toEqual([fee]);
  const left = (await app.as(account).call(listTaxesAndFees, {})).body.data;
  expect(left.map(({ id }) => id)).toEqual([tax, spared]);
});

test('many changes at once for the same events wait for one another, and all of them finish', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => build()));
  for (let n = 0; n < 3; n += 1) {
    const { eventId } = await buildEvent(app.db, { accountId });
    await buildTicket(app.db, { accountId, eventId, taxesAndFees: ids });
  }
  const replies = await Promise.all([
    change('add_to_new_tickets', { ids }),
    change('leave_off_new_tickets', { ids: ids.toReversed() }),
    change('add_to_new_tickets', { ids: ids.slice(1) }),
    change('delete', { ids: ids.slice(0, 2) }),
    change('delete', { ids: ids.toReversed().slice(1) }),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200]);
  const deleted = replies.slice(3).flatMap((reply) => reply.body.data.changed);
  // The changes run at once, so their order is not known.
  expect(new Set(deleted)).toEqual(new Set(ids.slice(0, 3)));
  expect(deleted).toHaveLength(3);
});

test('those of another account are skipped, the role organizer is refused, and a request must name rows', async () => {
  const own = await build();
  const foreign = await change('delete', { ids: [own] }, { actor: stranger });
  expect(foreign.body.data).toEqual({ changed: [], kept: [] });
  expect((await read(own)).status).toBe(200);
  const organizer = await buildUserIn(app.db, accountId, 'organizer');
  expect((await change('delete', { ids: [own] }, { actor: organizer })).status).toBe(403);
  const unnamed = await app.as(owner).send({
    method: 'POST',
    url: '/api/taxes-and-fees/bulk',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ action: 'delete' }),
  });
  expect(unnamed.statusCode).toBe(422);
});
