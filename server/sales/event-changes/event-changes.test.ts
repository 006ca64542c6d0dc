import { randomBytes } from 'node:crypto';
import { getEvent, setEventStatus, updateEvent } from '@entrada/contract/catalog/events';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import type { InputOf } from '@entrada/contract/endpoint';
import { resumeBulkJob, stopBulkJob } from '@entrada/contract/sales/bulk/jobs';
import { getIssuedTicket, getOrder } from '@entrada/contract/sales/checkout';
import * as endpoints from '@entrada/contract/sales/event-changes/endpoints';
import { getSelfService } from '@entrada/contract/sales/self-service/give-back';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { sweepHolds } from '../reservations/jobs.ts';
import { carryOutChange } from './work.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
afterEach(() => {
  bank.behaviour.refund = 'succeeded';
});

type Shop = { eventId: number; token: string };
type CallOffBody = InputOf<typeof endpoints.callOffEvent>['body'];
type MoveBody = InputOf<typeof endpoints.moveEvent>['body'];

const newKey = () => ({ idempotencyKey: randomBytes(12).toString('base64url') });

/** What an organizer can do about an event. */
function organizerOf({ eventId, token }: Shop) {
  const owner = app.as({ token });
  const params = { eventId: String(eventId) };
  const plan = async () => (await owner.call(endpoints.planEventChange, { params })).body.data;
  const list = async () => (await owner.call(endpoints.listEventChanges, { params })).body.data;
  const event = async () => (await owner.call(getEvent, { params })).body.data;
  return {
    owner,
    params,
    plan,
    list,
    event,
    callOff: async (wish: Partial<CallOffBody> = {}, key = newKey()) => {
      const { version, money } = await plan();
      const body: CallOffBody = {
        version,
        money: 'all',
        returnsUntil: null,
        messages: {},
        expectedRefund: money.byProvider.amount,
        ...wish,
      };
      return owner.call(endpoints.callOffEvent, { params, body }, key);
    },
    move: async (wish: Partial<MoveBody> = {}, key = newKey()) => {
      const { version } = await plan();
      const body: MoveBody = { version, money: 'none', returnsUntil: null, messages: {}, ...wish };
      return owner.call(endpoints.moveEvent, { params, body }, key);
    },
    undo: async (changeId: number) =>
      owner.call(endpoints.undoEventChange, { params: { ...params, changeId: String(changeId) } }),
    /** Lets the seconds pass in which it can be taken back, and does all the work. */
    carryOut: async () => {
      await sql`update app.event_changes set begins_at = app.now() where event_id = ${eventId} and status = 'waiting'`.execute(
        db,
      );
      for (const { id } of await list()) await carryOutChange(app.jobCtx, bank.provider, id);
      await app.runJobs();
      return (await list())[0];
    },
  };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const mailsAbout = (eventId: number, kind = 'event_changed') =>
  db
    .selectFrom('mails')
    .innerJoin('orders', 'orders.id', 'mails.order_id')
    .select(['mails.to_address', 'mails.subject', 'mails.text_body', 'mails.status'])
    .where('orders.event_id', '=', eventId)
    .where('mails.kind', '=', kind)
    .orderBy('mails.id')
    .execute();

const ordersOf = (eventId: number) =>
  db
    .selectFrom('orders')
    .select(['status', 'refund_status', 'refunded_total'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();

describe('calling an event off', () => {
  test('tells everybody, cancels the orders and sends the money back, after the time to undo', async () => {
    const shop = await paidShop();
    const first = await paidOrder(2, shop);
    await paidOrder(1, shop);
    const organizer = organizerOf(shop);
    const plan = await organizer.plan();
    expect(plan).toMatchObject({
      people: { tickets: 3, buyers: 2, awaitingPayment: 0, guests: 0, inCheckout: 0 },
      money: { byProvider: { orders: 2, amount: 7500 }, byHand: { orders: 0, amount: 0 }, kept: [] },
    });
    expect(plan.messages.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(Object.keys(plan.words.call_off)).toEqual(plan.messages.map(({ locale }) => locale));

    const reply = await organizer.callOff();
    expect(reply.status).toBe(202);
    expect(reply.body.data).toMatchObject({
      kind: 'call_off',
      status: 'waiting',
      canUndo: true,
      refundJob: null,
    });
    await app.runJobs();
    // Nothing goes out while it can be taken back.
    expect(await mailsAbout(shop.eventId)).toEqual([]);
    expect((await ordersOf(shop.eventId)).map(({ status }) => status)).toEqual(['completed', 'completed']);
    const seen = await app.as().call(getOrder, { params: { orderShortId: first.shortId } });
    expect(seen.body.data.eventNews.state).toBe('called_off');

    expect(await organizer.carryOut()).toMatchObject({
      status: 'done',
      canUndo: false,
      mails: { queued: 2, sent: 2, failed: 0, waiting: 0 },
      cancelJob: { status: 'done', changed: 2, kept: 0 },
      refundJob: { status: 'done', changed: 2, kept: 0 },
      refunds: { succeeded: { orders: 2, amount: 7500 }, failed: { orders: 0 } },
    });
    expect(await ordersOf(shop.eventId)).toEqual([
      { status: 'cancelled', refund_status: 'full', refunded_total: 5000 },
      { status: 'cancelled', refund_status: 'full', refunded_total: 2500 },
    ]);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    const [mail] = await mailsAbout(shop.eventId);
    expect(mail?.text_body).toMatch(/50,00|50\.00/);
    // One message says that it is cancelled, and one that the money went.
    expect(await mailsAbout(shop.eventId, 'order_cancelled')).toEqual([]);
    expect(await mailsAbout(shop.eventId, 'refunded')).toHaveLength(2);
  });

  test('it can be taken back before anybody is told, and not afterwards', async () => {
    const shop = await paidShop();
    await paidOrder(1, shop);
    const organizer = organizerOf(shop);
    const { id } = (await organizer.callOff()).body.data;
    expect((await organizer.undo(id)).body.data).toMatchObject({ status: 'undone' });
    expect((await organizer.event()).calledOffAt).toBeNull();
    expect((await organizer.undo(id)).problem.code).toBe('EVENT_CHANGE_BEGUN');
    await organizer.carryOut();
    expect(await mailsAbout(shop.eventId)).toEqual([]);

    const again = (await organizer.callOff()).body.data;
    await organizer.carryOut();
    expect((await organizer.undo(again.id)).problem.code).toBe('EVENT_CHANGE_BEGUN');
    expect((await organizer.event()).calledOffAt).not.toBeNull();
  });

  test('with nothing sold it can be taken back later too', async () => {
    const organizer = organizerOf(await buildShop(db, { ticket: { quantity: 5 } }));
    const { id } = (await organizer.callOff({ money: 'none', messages: null, expectedRefund: null })).body
      .data;
    expect(await organizer.carryOut()).toMatchObject({ status: 'done', canUndo: true, mails: { queued: 0 } });
    expect((await organizer.undo(id)).body.data.status).toBe('undone');
    expect((await organizer.event()).calledOffAt).toBeNull();
  });

  test('whoever asks gets the money: tickets are dead at the door, and the order page offers all of it', async () => {
    const shop = await paidShop();
    const order = await paidOrder(1, shop);
    const organizer = organizerOf(shop);
    const until = inDays(20);
    await organizer.callOff({ money: 'asked', returnsUntil: until, expectedRefund: null });
    expect(await organizer.carryOut()).toMatchObject({
      status: 'done',
      cancelJob: null,
      refundJob: null,
      returnsUntil: until,
    });
    expect(await order.state()).toBe('completed none 0');
    const service = await order.buyer.call(getSelfService, { params: { orderShortId: order.shortId } });
    expect(service.body.data.giveBack).toMatchObject({
      obstacle: null,
      returnsUntil: until,
      tickets: [{ paid: 2500, back: 2500, fees: 0, asked: null }],
    });
    const tickets = (await order.buyer.call(getOrder, { params: { orderShortId: order.shortId } })).body.data
      .tickets;
    const ticket = tickets[0];
    if (!ticket) throw new Error('No ticket');
    const shown = await app.as().call(getIssuedTicket, { params: { attendeeShortId: ticket.shortId } });
    expect(shown.body.data.event.isCalledOff).toBe(true);
    const list = await organizer.owner.call(createCheckInList, {
      params: organizer.params,
      body: {
        name: 'Door',
        allTickets: true,
        ticketIds: [],
        description: '',
        activatesAt: null,
        expiresAt: null,
      },
    });
    const scan = await app.as().call(checkIn, {
      params: { listShortId: list.body.data.shortId },
      body: {
        method: 'scan',
        code: ticket.code,
        device: 'door',
        nonce: randomBytes(12).toString('hex'),
        scannedAt: new Date().toISOString(),
      },
    });
    expect(scan.body.data.verdict).toBe('called_off');
  });

  test('open checkouts end', async () => {
    const shop = await paidShop();
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 1 }]);
    const organizer = organizerOf(shop);
    expect((await organizer.plan()).people.inCheckout).toBe(1);
    await organizer.callOff({ money: 'none', expectedRefund: null });
    expect((await detailsAs(buyer, held.body.data.shortId)).problem.code).toBe('EVENT_CALLED_OFF');
    await sweepHolds(app.jobCtx);
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
  });

  test('refunds that a person stops go on where they were, and those that failed are made again', async () => {
    const shop = await paidShop();
    const one = await paidOrder(1, shop);
    const organizer = organizerOf(shop);
    bank.behaviour.refund = 'failed';
    const { id } = (await organizer.callOff()).body.data;
    const done = await organizer.carryOut();
    expect(done?.refunds).toMatchObject({ failed: { orders: 1, amount: 2500 }, succeeded: { orders: 0 } });
    expect(await one.state()).toMatch(/^cancelled failed 0/);
    bank.behaviour.refund = 'succeeded';
    const at = { ...organizer.params, changeId: String(id) };
    const again = await organizer.owner.call(endpoints.refundEventAgain, { params: at });
    expect([again.status, again.body.data.refundJob?.total]).toEqual([202, 1]);
    const jobId = String(again.body.data.refundJob?.id);
    const job = { params: { ...organizer.params, jobId } };
    expect((await organizer.owner.call(stopBulkJob, job)).body.data.status).toBe('stopped');
    await app.runJobs();
    expect(await one.state()).toMatch(/^cancelled failed 0/);
    expect((await organizer.owner.call(endpoints.refundEventAgain, { params: at })).problem.code).toBe(
      'EVENT_CHANGE_UNDER_WAY',
    );
    expect((await organizer.owner.call(resumeBulkJob, job)).status).toBe(202);
    await app.runJobs();
    expect((await organizer.list())[0]?.refundJob).toMatchObject({ status: 'done', changed: 1 });
    expect(await one.state()).toBe('cancelled full 2500');
    const last = (await organizer.list())[0];
    expect(last?.refunds).toMatchObject({ failed: { orders: 0 }, succeeded: { orders: 1, amount: 2500 } });
    expect((await organizer.owner.call(endpoints.refundEventAgain, { params: at })).problem.code).toBe(
      'REFUND_NOTHING_DUE',
    );
  });
});

describe('moving an event', () => {
  test('tickets stay valid, page and orders say the new date, and its check-in lists move along', async () => {
    const shop = await paidShop();
    const order = await paidOrder(1, shop);
    const organizer = organizerOf(shop);
    const before = await organizer.event();
    const opens = new Date(Date.parse(before.startsAt) - 3_600_000).toISOString();
    await organizer.owner.call(createCheckInList, {
      params: organizer.params,
      body: {
        name: 'Door',
        allTickets: true,
        ticketIds: [],
        description: '',
        activatesAt: opens,
        expiresAt: null,
      },
    });
    const later = (at: string) => new Date(Date.parse(at) + 14 * 86_400_000).toISOString();
    const until = inDays(15);
    const reply = await organizer.move({
      startsAt: later(before.startsAt),
      endsAt: before.endsAt && later(before.endsAt),
      location: { venueName: 'La Marina', city: 'Valencia' },
      money: 'asked',
      returnsUntil: until,
    });
    expect(reply.status).toBe(202);
    expect(reply.body.data).toMatchObject({
      kind: 'move',
      before: { startsAt: before.startsAt },
      canUndo: true,
    });
    const page = await app.as().call(getPublicEvent, { params: organizer.params });
    expect(page.body.data).toMatchObject({
      movedFrom: before.startsAt,
      isCalledOff: false,
      startsAt: later(before.startsAt),
    });
    const lists = await db
      .selectFrom('check_in_lists')
      .select('activates_at')
      .where('event_id', '=', shop.eventId)
      .execute();
    expect(Math.abs(Number(lists[0]?.activates_at) - Date.parse(later(opens)))).toBeLessThanOrEqual(
      3_600_000,
    );

    expect(await organizer.carryOut()).toMatchObject({ status: 'done', cancelJob: null, refundJob: null });
    expect(await order.state()).toBe('completed none 0');
    const [mail] = await mailsAbout(shop.eventId);
    expect(mail?.text_body).toContain('La Marina');
    const service = await order.buyer.call(getSelfService, { params: { orderShortId: order.shortId } });
    expect(service.body.data.giveBack).toMatchObject({ returnsUntil: until, tickets: [{ back: 2500 }] });
  });

  test('it can be taken back: dates, place and check-in lists are as before', async () => {
    const shop = await paidShop();
    await paidOrder(1, shop);
    const organizer = organizerOf(shop);
    const before = await organizer.event();
    const reply = await organizer.move({
      startsAt: inDays(50),
      endsAt: null,
      location: { city: 'Alicante' },
    });
    expect((await organizer.undo(reply.body.data.id)).body.data.status).toBe('undone');
    const after = await organizer.event();
    expect([after.startsAt, after.endsAt, after.location]).toEqual([
      before.startsAt,
      before.endsAt,
      before.location,
    ]);
    const page = await app.as().call(getPublicEvent, { params: organizer.params });
    expect(page.body.data).toMatchObject({ movedFrom: null, movedFromPlace: null });
  });

  test('not after somebody changed the event meanwhile', async () => {
    const organizer = organizerOf(await paidShop());
    const { id } = (await organizer.move({ startsAt: inDays(50), endsAt: null })).body.data;
    const { version } = await organizer.event();
    await organizer.owner.call(updateEvent, {
      params: organizer.params,
      body: { version, title: 'Another' },
    });
    expect((await organizer.undo(id)).problem.code).toBe('EVENT_CHANGE_BEGUN');
  });

  test.each([
    ['nothing differs', {}, 'startsAt', 'required'],
    ['a start in the past', { startsAt: '2020-01-01T10:00:00.000Z', endsAt: null }, 'startsAt', 'too_small'],
    [
      'an end before the start',
      { startsAt: inDays(40), endsAt: inDays(39) },
      'endsAt',
      'must_be_after_start',
    ],
    [
      'no day until which to ask',
      { startsAt: inDays(40), endsAt: null, money: 'asked' as const },
      'returnsUntil',
      'required',
    ],
    [
      'a day that is too soon',
      { startsAt: inDays(40), endsAt: null, money: 'asked' as const, returnsUntil: inDays(3) },
      'returnsUntil',
      'too_small',
    ],
    [
      'an unknown placeholder',
      { startsAt: inDays(40), endsAt: null, messages: { es: { subject: 'Hola', body: 'Hola {nombre}' } } },
      'messages.es.body',
      'invalid_format',
    ],
  ])('%s', async (_, wish, path, code) => {
    const organizer = organizerOf(await buildShop(db));
    const reply = await organizer.move(wish);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]).toMatchObject({ path, code });
    expect((await organizer.list()).length).toBe(0);
  });
});

describe('who may, and when', () => {
  test('another account finds nothing', async () => {
    const shop = await buildShop(db);
    const organizer = organizerOf(shop);
    const { id } = (await organizer.callOff({ money: 'none', messages: null, expectedRefund: null })).body
      .data;
    const stranger = app.as({ token: (await buildAccount(db)).token });
    const { params } = organizer;
    const at = { ...params, changeId: String(id) };
    const body = { version: 1, money: 'none', returnsUntil: null, messages: null } as const;
    const replies = [
      await stranger.call(endpoints.planEventChange, { params }),
      await stranger.call(endpoints.listEventChanges, { params }),
      await stranger.call(endpoints.callOffEvent, { params, body: { ...body, expectedRefund: null } }),
      await stranger.call(endpoints.moveEvent, { params, body: { ...body, startsAt: inDays(9) } }),
      await stranger.call(endpoints.undoEventChange, { params: at }),
      await stranger.call(endpoints.refundEventAgain, { params: at }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
  });

  test('two people at once: one of them does it, and a double click is one act', async () => {
    const organizer = organizerOf(await buildShop(db));
    const wish = { money: 'none', messages: null, expectedRefund: null } as const;
    const two = await Promise.all([organizer.callOff(wish), organizer.callOff(wish)]);
    expect(two.map(({ status }) => status).sort()).toEqual([202, 409]);
    const other = organizerOf(await buildShop(db));
    const key = newKey();
    const { version } = await other.plan();
    const twice = await Promise.all([1, 2].map(() => other.callOff({ ...wish, version }, key)));
    expect(twice.map(({ status }) => status)).toEqual([202, 202]);
    expect(twice[0]?.body.data.id).toBe(twice[1]?.body.data.id);
    expect((await other.list()).length).toBe(1);
  });

  test('not an old version, an archived event, one that is over, or one that is called off already', async () => {
    const shop = await buildShop(db);
    const organizer = organizerOf(shop);
    const wish = { money: 'none', messages: null, expectedRefund: null } as const;
    expect((await organizer.callOff({ ...wish, version: 99 })).problem.code).toBe('STALE_VERSION');
    await organizer.owner.call(setEventStatus, { params: organizer.params, body: { status: 'archived' } });
    expect((await organizer.callOff(wish)).problem.code).toBe('EVENT_ARCHIVED');
    const over = await buildShop(db);
    await sql`update app.events set starts_at = app.now() - interval '3 days', ends_at = app.now() - interval '2 days'
      where id = ${over.eventId}`.execute(db);
    expect((await organizerOf(over).callOff(wish)).problem.code).toBe('EVENT_OVER');
    const off = organizerOf(await buildShop(db));
    await off.callOff(wish);
    await off.carryOut();
    expect((await off.callOff(wish)).problem.code).toBe('EVENT_CALLED_OFF');
    expect((await off.move({ startsAt: inDays(40), endsAt: null })).problem.code).toBe('EVENT_CALLED_OFF');
  });

  test('the sum must be the one that was shown', async () => {
    const shop = await paidShop();
    await paidOrder(1, shop);
    const reply = await organizerOf(shop).callOff({ expectedRefund: 100 });
    expect(reply.problem).toMatchObject({ code: 'TOTAL_CHANGED', params: { total: 2500 } });
  });

  test('it is in the audit', async () => {
    const shop = await buildShop(db);
    const organizer = organizerOf(shop);
    const { id } = (await organizer.move({ startsAt: inDays(40), endsAt: null })).body.data;
    await organizer.undo(id);
    await organizer.callOff({ money: 'none', messages: null, expectedRefund: null });
    const rows = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_type', '=', 'event')
      .where('target_id', '=', shop.eventId)
      .where('user_id', 'is not', null)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'event.moved',
      'event.moved_undone',
      'event.called_off',
    ]);
  });
});
