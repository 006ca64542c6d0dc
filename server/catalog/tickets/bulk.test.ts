import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { changeTickets, getTicket, listTickets } from '@entrada/contract/catalog/tickets';
import type { InputOf } from '@entrada/contract/endpoint';
import { describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { catalogVersion as versionOf } from '../../test/catalog/version.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { detailsAs, reserveAs } from '../../test/shop.ts';
import { buildEvent } from '../events/factory.ts';
import { buildCapacity, buildTicket } from './factory.ts';

type Body = InputOf<typeof changeTickets>['body'];

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const owner = await buildAccount(db);
const stranger = await buildAccount(db);
const { accountId } = owner;
const me = app.as(owner);
const newEvent = async (more: object = {}) => (await buildEvent(db, { accountId, ...more })).eventId;
const params = (eventId: number) => ({ eventId: String(eventId) });
const newTickets = async (eventId: number, count: number, more: object = {}) => {
  const made: Awaited<ReturnType<typeof buildTicket>>[] = [];
  for (let n = 1; n <= count; n += 1) {
    made.push(await buildTicket(db, { accountId, eventId, name: `Ticket ${n}`, position: n, ...more }));
  }
  return made;
};
const idsOf = (tickets: { ticketId: number }[]) => tickets.map(({ ticketId }) => ticketId);
const change = (eventId: number, body: Body, query: Record<string, string> = {}, who = me) =>
  who.call(changeTickets, { params: params(eventId), query, body });
const listed = async (eventId: number, query: Record<string, string> = {}) =>
  (await me.call(listTickets, { params: params(eventId), query: { per_page: '100', ...query } })).body.data;
const onSale = async (eventId: number) =>
  (await app.as().call(getPublicEvent, { params: params(eventId) })).body.data.tickets.map(({ id }) => id);
const catalogVersion = (eventId: number) => versionOf(db, eventId);
const entries = (type: string, ids: number[]) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'target_id', 'before', 'after'])
    .where('target_type', '=', type)
    .where('target_id', 'in', ids)
    .orderBy('id')
    .execute();

describe('hiding and showing', () => {
  test('named tickets change, those that have the state already are skipped, and buyers see it at once', async () => {
    const eventId = await newEvent();
    const [a = 0, b = 0, c = 0] = idsOf(await newTickets(eventId, 3));
    const before = await catalogVersion(eventId);
    // If rows are named, the query does not matter.
    const hide = await change(eventId, { action: 'hide', ids: [b, a] }, { query: 'nothing finds this' });
    expect(hide.body.data).toEqual({ changed: [a, b], kept: [] });
    expect(await catalogVersion(eventId)).toBeGreaterThan(before);
    expect(await onSale(eventId)).toEqual([c]);
    expect((await listed(eventId)).map(({ hidden, version }) => [hidden, version])).toEqual([
      [true, 2],
      [true, 2],
      [false, 1],
    ]);
    const again = await catalogVersion(eventId);
    expect((await change(eventId, { action: 'hide', ids: [a, b] })).body.data.changed).toEqual([]);
    expect(await catalogVersion(eventId)).toBe(again);
    expect((await change(eventId, { action: 'show', ids: [a, b, c] })).body.data.changed).toEqual([a, b]);
    expect(await onSale(eventId)).toEqual([a, b, c]);
    const [yes, no] = [{ hidden: true }, { hidden: false }];
    const updated = { action: 'ticket.updated' };
    expect(await entries('ticket', [a, b, c])).toEqual([
      { ...updated, target_id: a, before: no, after: yes },
      { ...updated, target_id: b, before: no, after: yes },
      { ...updated, target_id: a, before: yes, after: no },
      { ...updated, target_id: b, before: yes, after: no },
    ]);
  });

  test('all that a query finds, except a few, are changed', async () => {
    const eventId = await newEvent();
    const [a = 0, b = 0] = idsOf(await newTickets(eventId, 2, { name: 'Matinée' }));
    const [evening = 0] = idsOf(await newTickets(eventId, 1, { name: 'Evening' }));
    const hide = await change(eventId, { action: 'hide', except: [b] }, { query: 'matinee' });
    expect(hide.body.data.changed).toEqual([a]);
    expect((await change(eventId, { action: 'hide', except: [] })).body.data.changed).toEqual([evening, b]);
    const show = await change(
      eventId,
      { action: 'show', except: [] },
      { 'filter_fields[hidden][eq]': 'true', sort_by: 'name' },
    );
    expect(show.body.data.changed).toEqual([evening, a, b]);
  });

  test('a ticket that is only for promo codes stays so', async () => {
    const eventId = await newEvent();
    const [a = 0] = idsOf(await newTickets(eventId, 1, { hidden: true, hideWithoutPromoCode: true }));
    expect((await change(eventId, { action: 'show', ids: [a] })).body.data.changed).toEqual([a]);
    expect(await onSale(eventId)).toEqual([]);
    expect((await listed(eventId))[0]).toMatchObject({ hidden: false, hideWithoutPromoCode: true });
  });

  test('five hundred tickets change in one request', async () => {
    const eventId = await newEvent();
    const ids = idsOf(await newTickets(eventId, 500));
    expect((await change(eventId, { action: 'hide', ids })).body.data.changed).toEqual(ids);
    expect((await change(eventId, { action: 'delete', except: [] })).body.data.changed).toEqual(ids);
    expect(await listed(eventId)).toEqual([]);
  });
});

describe('deleting', () => {
  test('those with an order of any state are kept with the reason, the others go with their counters', async () => {
    const eventId = await newEvent();
    const made = await newTickets(eventId, 3, { type: 'free' });
    const prices = [{ amount: 100 }, { amount: 200 }];
    made.push(await buildTicket(db, { accountId, eventId, type: 'tiered', prices, position: 4 }));
    const [sold, held, free, tiered] = made;
    if (!sold || !held || !free || !tiered) throw new Error('Four were made');
    const buyer = app.as();
    const order = await reserveAs(buyer, eventId, [{ priceId: sold.priceId, quantity: 1 }]);
    expect((await detailsAs(buyer, order.body.data.shortId)).status).toBe(200);
    await reserveAs(app.as(), eventId, [{ priceId: held.priceId, quantity: 1 }]);
    const pool = await buildCapacity(db, { accountId, eventId, ticketIds: [free.ticketId] });
    const before = await catalogVersion(eventId);
    const reply = await change(eventId, { action: 'delete', ids: idsOf(made) });
    expect(reply.body.data).toEqual({
      changed: [free.ticketId, tiered.ticketId],
      kept: [
        { id: sold.ticketId, name: 'Ticket 1', code: 'TICKET_HAS_SALES' },
        { id: held.ticketId, name: 'Ticket 2', code: 'TICKET_HAS_SALES' },
      ],
    });
    expect((await listed(eventId)).map(({ id }) => id)).toEqual([sold.ticketId, held.ticketId]);
    expect(await catalogVersion(eventId)).toBeGreaterThan(before);
    const counters = await db
      .selectFrom('counters')
      .select(['id', 'kind'])
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute();
    expect(counters).toEqual([
      { id: sold.counterId, kind: 'price' },
      { id: held.counterId, kind: 'price' },
      { id: pool.counterId, kind: 'capacity' },
    ]);
    expect(
      (await entries('ticket', idsOf(made))).map(({ action, target_id }) => [action, target_id]),
    ).toEqual([
      ['ticket.deleted', free.ticketId],
      ['ticket.deleted', tiered.ticketId],
    ]);
  });

  test('deleting while buyers reserve: one of both wins, and nothing is oversold or lost', async () => {
    const eventId = await newEvent();
    const made = await newTickets(eventId, 6, { type: 'free', quantity: 5 });
    const [replies] = await Promise.all([
      change(eventId, { action: 'delete', except: [] }),
      ...made.map(({ priceId }) =>
        reserveAs(app.as(), eventId, [{ priceId, quantity: 1 }]).catch(() => null),
      ),
    ]);
    const { changed, kept } = replies.body.data;
    expect(changed.length + kept.length).toBe(6);
    const ordered = await db
      .selectFrom('order_items')
      .select('ticket_id')
      .where('ticket_id', 'in', idsOf(made))
      .execute();
    expect(ordered.map((row) => row.ticket_id).filter((id) => changed.includes(id))).toEqual([]);
    for (const { id } of kept) expect(ordered.map((row) => row.ticket_id)).toContain(id);
  });
});

describe('access and limits', () => {
  test('tickets of another event are skipped, another account gets 404, and tickets of an archived event stay', async () => {
    const eventId = await newEvent();
    const [a = 0] = idsOf(await newTickets(eventId, 1));
    const elsewhere = await newEvent();
    const theirs = await buildEvent(db, { accountId: stranger.accountId });
    for (const action of ['hide', 'delete'] as const) {
      expect((await change(elsewhere, { action, ids: [a] })).body.data).toEqual({ changed: [], kept: [] });
      const foreign = app.as(stranger);
      expect((await change(eventId, { action, ids: [a] }, {}, foreign)).status).toBe(404);
      const own = await change(theirs.eventId, { action, ids: [a] }, {}, foreign);
      expect(own.body.data).toEqual({ changed: [], kept: [] });
    }
    const shown = await me.call(getTicket, { params: { ...params(eventId), ticketId: String(a) } });
    expect(shown.body.data).toMatchObject({ hidden: false, version: 1 });
    const archived = await newEvent({ status: 'archived' });
    for (const action of ['hide', 'show', 'delete'] as const) {
      const reply = await change(archived, { action, except: [] });
      expect(reply.problem).toMatchObject({ status: 409, code: 'EVENT_ARCHIVED' });
    }
  });

  test.each<[string, object]>([
    ['no rows', { action: 'hide' }],
    ['an empty choice', { action: 'hide', ids: [] }],
    ['both ways', { action: 'hide', ids: [1], except: [] }],
    ['too many', { action: 'hide', ids: Array.from({ length: 1001 }, (_, n) => n + 1) }],
    ['too many left out', { action: 'hide', except: Array.from({ length: 1001 }, (_, n) => n + 1) }],
    ['no such action', { action: 'sell', ids: [1] }],
    ['something else', { action: 'hide', ids: [1], hidden: true }],
  ])('%s: 422', async (_, body) => {
    const eventId = await newEvent();
    const [a = 0] = idsOf(await newTickets(eventId, 1));
    expect((await change(eventId, body as Body)).status).toBe(422);
    expect((await listed(eventId)).map(({ id, hidden }) => [id, hidden])).toEqual([[a, false]]);
  });

  test('a request may name the largest allowed number of tickets, and unknown ones are skipped', async () => {
    const eventId = await newEvent();
    const [a = 0] = idsOf(await newTickets(eventId, 1));
    const ids = [a, ...Array.from({ length: 999 }, (_, n) => 900_000_000 + n)];
    expect((await change(eventId, { action: 'hide', ids })).body.data.changed).toEqual([a]);
  });
});
