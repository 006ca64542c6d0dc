import { getPublicEvent } from '@entrada/contract/catalog/shop';
import {
  createTicket,
  duplicateTicket,
  getTicket,
  listTickets,
  sortTickets,
  updateTicket,
} from '@entrada/contract/catalog/tickets';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { priceBody, type TicketBody, ticketBody } from '../../test/catalog/ticket-body.ts';
import { buildEvent } from '../events/factory.ts';
import { buildCapacity, buildSale, buildTaxOrFee, buildTicket } from './factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const { accountId } = owner;
const me = app.as(owner);
const params = (eventId: number, ticketId?: number) => ({
  eventId: String(eventId),
  ticketId: String(ticketId),
});
const newEvent = async (more: object = {}) => (await buildEvent(app.db, { accountId, ...more })).eventId;
const newTickets = async (eventId: number, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const name = `Ticket ${n}`;
    ids.push((await buildTicket(app.db, { accountId, eventId, name, position: n + 1 })).ticketId);
  }
  return ids;
};
const order = async (eventId: number) =>
  (await me.call(listTickets, { params: params(eventId), query: { per_page: '100' } })).body.data.map(
    (ticket) => ticket.id,
  );
const sort = (eventId: number, ticketIds: number[]) =>
  me.call(sortTickets, { params: params(eventId), body: { ticketIds } });

describe('sorting', () => {
  test('tickets take the places that they have between them, for buyers too', async () => {
    const eventId = await newEvent();
    const [a = 0, b = 0, c = 0, d = 0] = await newTickets(eventId, 4);
    expect((await sort(eventId, [d, c, b, a])).status).toBe(204);
    expect(await order(eventId)).toEqual([d, c, b, a]);
    expect((await sort(eventId, [a, d])).status).toBe(204);
    expect(await order(eventId)).toEqual([a, c, b, d]);
    const seen = await app.as().call(getPublicEvent, { params: { eventId: String(eventId) } });
    expect(seen.body.data.tickets.map((ticket) => ticket.id)).toEqual([a, c, b, d]);
    expect((await me.call(getTicket, { params: params(eventId, a) })).body.data.version).toBe(1);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'tickets.sorted')
      .where('target_id', '=', eventId)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { before: [a, b, c, d], after: [d, c, b, a] },
      { before: [d, c, b, a], after: [a, c, b, d] },
    ]);
  });

  test('tickets that shared a place have different places after sorting', async () => {
    const eventId = await newEvent();
    const same = async () => (await buildTicket(app.db, { accountId, eventId, position: 1 })).ticketId;
    const [a, b, c] = [await same(), await same(), await same()];
    await sort(eventId, [c, b, a]);
    expect(await order(eventId)).toEqual([c, b, a]);
  });

  test('a ticket that the sender did not know of stays', async () => {
    const eventId = await newEvent();
    const [a = 0, b = 0] = await newTickets(eventId, 2);
    const later = (await buildTicket(app.db, { accountId, eventId, position: 3 })).ticketId;
    await sort(eventId, [b, a]);
    expect(await order(eventId)).toEqual([b, a, later]);
  });

  test('of many simultaneous requests to sort one wins, and no ticket is lost', async () => {
    const eventId = await newEvent();
    const ids = await newTickets(eventId, 6);
    const orders = ids.map((_, turn) => [...ids.slice(turn), ...ids.slice(0, turn)]);
    const replies = await Promise.all(orders.map((one) => sort(eventId, one)));
    expect(replies.every((reply) => reply.status === 204)).toBe(true);
    expect(orders).toContainEqual(await order(eventId));
  });

  test('five hundred tickets are sorted in one request', async () => {
    const eventId = await newEvent();
    const ids = await newTickets(eventId, 500);
    const backwards = [...ids].reverse();
    expect((await sort(eventId, backwards)).status).toBe(204);
    expect(await order(eventId)).toEqual(backwards.slice(0, 100));
  }, 30_000);

  test('an unknown ticket, one of another event, one twice and none are refused, and nothing changes', async () => {
    const eventId = await newEvent();
    const ids = await newTickets(eventId, 2);
    const [elsewhere = 0] = await newTickets(await newEvent(), 1);
    const [first = 0, second = 0] = ids;
    for (const [given, path, code] of [
      [[second, 987_654_321, first], 'ticketIds.1', 'not_found'],
      [[elsewhere, second, first], 'ticketIds.0', 'not_found'],
      [[second, first, second], 'ticketIds', 'duplicate'],
      [[], 'ticketIds', 'required'],
      [Array.from({ length: 5001 }, (_, n) => n + 1), 'ticketIds', 'too_long'],
    ] as const) {
      const reply = await sort(eventId, [...given]);
      expect(reply.status).toBe(422);
      expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
    }
    expect(await order(eventId)).toEqual(ids);
  });

  test('an archived event and another account sort nothing; an organizer does', async () => {
    const archived = await newEvent({ status: 'archived' });
    const ids = await newTickets(archived, 2);
    expect((await sort(archived, ids)).problem.code).toBe('EVENT_ARCHIVED');
    const eventId = await newEvent();
    const target = { params: params(eventId), body: { ticketIds: await newTickets(eventId, 2) } };
    expect((await app.as(stranger).call(sortTickets, target)).status).toBe(404);
    const organizer = app.as(await buildUserIn(app.db, accountId, 'organizer'));
    expect((await organizer.call(sortTickets, target)).status).toBe(204);
  });
});

describe('duplicating', () => {
  test('the copy has everything but the sales, is hidden, and stands after the original', async () => {
    const eventId = await newEvent();
    const fee = await buildTaxOrFee(app.db, { accountId, type: 'fee', amount: 150 });
    const built = await buildTicket(app.db, {
      accountId,
      eventId,
      type: 'tiered',
      name: 'Pass',
      description: 'All days',
      position: 1,
      minPerOrder: 2,
      maxPerOrder: 5,
      hideAfterSale: true,
      collapsedOnLoad: true,
      maxIsPerPerson: true,
      saleEndsAt: new Date('2030-01-01T10:00:00Z'),
      taxesAndFees: [fee.id],
      prices: [
        { label: 'Early', quantity: 5, saleEndsAt: new Date('2029-01-01T10:00:00Z') },
        { label: 'Late', quantity: null, hidden: true },
      ],
    });
    const next = await buildTicket(app.db, { accountId, eventId, name: 'Next', position: 2 });
    await buildCapacity(app.db, { accountId, eventId, ticketIds: [built.ticketId] });
    await buildSale(app.db, { accountId, eventId, ...built });
    const reply = await me.call(duplicateTicket, {
      params: params(eventId, built.ticketId),
      body: { name: ' Pass (copy) ' },
    });
    expect(reply.status).toBe(201);
    const copy = reply.body.data;
    const original = (await me.call(getTicket, { params: params(eventId, built.ticketId) })).body.data;
    const { id, name, position, hidden, hasSales, version, availability: _, prices, ...rest } = copy;
    expect({ name, position, hidden, hasSales, version }).toEqual({
      name: 'Pass (copy)',
      position: 2,
      hidden: true,
      hasSales: false,
      version: 1,
    });
    expect(original).toMatchObject(rest);
    expect(
      prices.map((price) => [price.label, price.quantity, price.sold, price.saleEndsAt, price.hidden]),
    ).toEqual([
      ['Early', 5, 0, '2029-01-01T10:00:00.000Z', false],
      ['Late', null, 0, null, true],
    ]);
    expect(await order(eventId)).toEqual([built.ticketId, id, next.ticketId]);
    const links = await app.db
      .selectFrom('capacity_assignment_tickets')
      .select('ticket_id')
      .where('ticket_id', '=', id)
      .execute();
    expect(links).toHaveLength(1);
  });

  test('a name is needed; another account and an archived event copy nothing', async () => {
    const eventId = await newEvent();
    const [ticketId = 0] = await newTickets(eventId, 1);
    const copy = (name: string) =>
      me.call(duplicateTicket, { params: params(eventId, ticketId), body: { name } });
    expect((await copy('  ')).problem.errors).toEqual([
      expect.objectContaining({ path: 'name', code: 'required' }),
    ]);
    expect((await copy('n'.repeat(151))).status).toBe(422);
    expect((await copy('n'.repeat(150))).status).toBe(201);
    const target = { params: params(eventId, ticketId), body: { name: 'x' } };
    expect((await app.as(stranger).call(duplicateTicket, target)).status).toBe(404);
    const archived = await newEvent({ status: 'archived' });
    const [old = 0] = await newTickets(archived, 1);
    const refused = await me.call(duplicateTicket, { params: params(archived, old), body: { name: 'x' } });
    expect(refused.problem.code).toBe('EVENT_ARCHIVED');
  });
});

describe('taxes and fees of a ticket', () => {
  const price = priceBody({ quantity: 10 });
  const body = (more: Partial<TicketBody> = {}) => ticketBody({ prices: [price], ...more });
  const create = (eventId: number, more: Partial<TicketBody> = {}) =>
    me.call(createTicket, { params: params(eventId), body: body(more) });

  test('those given replace the defaults, and what is left out on a change stays', async () => {
    const eventId = await newEvent();
    const standard = await buildTaxOrFee(app.db, { accountId, name: 'Default', isDefault: true });
    const yen = await buildTaxOrFee(app.db, { accountId, amount: 300, currency: 'JPY', isDefault: true });
    const other = await buildTaxOrFee(app.db, { accountId, name: 'Other' });
    const ids = (ticket: { taxesAndFees: { id: number }[] }) =>
      ticket.taxesAndFees.map((taxOrFee) => taxOrFee.id);
    // A default amount in another currency does not apply to this event.
    const plain = (await create(eventId)).body.data;
    expect(ids(plain)).toContain(standard.id);
    expect(ids(plain)).not.toContain(yen.id);
    expect(ids((await create(eventId, { taxOrFeeIds: [] })).body.data)).toEqual([]);
    const made = (await create(eventId, { taxOrFeeIds: [other.id], collapsedOnLoad: true })).body.data;
    expect([ids(made), made.collapsedOnLoad]).toEqual([[other.id], true]);
    const change = (version: number, more: Partial<TicketBody>) =>
      me.call(updateTicket, {
        params: params(eventId, made.id),
        body: { ...body(more), version, prices: [{ ...price, id: made.prices[0]?.id }] },
      });
    const renamed = (await change(1, { name: 'Renamed' })).body.data;
    expect([ids(renamed), renamed.collapsedOnLoad]).toEqual([[other.id], true]);
    const both = { taxOrFeeIds: [other.id, standard.id], collapsedOnLoad: false };
    const changed = (await change(2, both)).body.data;
    expect([ids(changed), changed.collapsedOnLoad]).toEqual([[standard.id, other.id], false]);
    expect(ids((await change(3, { taxOrFeeIds: [] })).body.data)).toEqual([]);
  });

  test('a free ticket has none, whatever is sent', async () => {
    const eventId = await newEvent();
    const tax = await buildTaxOrFee(app.db, { accountId });
    const made = (await create(eventId, { taxOrFeeIds: [tax.id] })).body.data;
    const free = { ...price, amount: 0, id: made.prices[0]?.id };
    const reply = await me.call(updateTicket, {
      params: params(eventId, made.id),
      body: { ...body({ type: 'free', prices: [free], taxOrFeeIds: [tax.id] }), version: 1 },
    });
    expect(reply.body.data.taxesAndFees).toEqual([]);
  });

  test('one of another account, one of another currency, one twice and too many are refused', async () => {
    const eventId = await newEvent();
    const theirs = await buildTaxOrFee(app.db, { accountId: stranger.accountId });
    const yen = await buildTaxOrFee(app.db, { accountId, amount: 300, currency: 'JPY' });
    const mine = await buildTaxOrFee(app.db, { accountId });
    for (const [taxOrFeeIds, code] of [
      [[theirs.id], 'not_found'],
      [[987_654_321], 'not_found'],
      [[yen.id], 'invalid_choice'],
      [[mine.id, mine.id], 'duplicate'],
      [Array.from({ length: 51 }, (_, n) => n + 1), 'too_long'],
    ] as const) {
      const reply = await create(eventId, { taxOrFeeIds: [...taxOrFeeIds] });
      expect(reply.status).toBe(422);
      expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path: 'taxOrFeeIds', code }));
    }
  });
});
