import { updateEvent } from '@entrada/contract/catalog/events';
import { getOrganizer, updateOrganizer } from '@entrada/contract/catalog/organizers';
import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { getEventAttention } from '@entrada/contract/insight/attention';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import { getOrder } from '@entrada/contract/sales/checkout';
import * as requests from '@entrada/contract/sales/refund-requests/answers';
import { getSelfService, giveBack } from '@entrada/contract/sales/self-service/give-back';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useRefundingApp } from '../../test/payments/refunding.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { openDoor } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, bank, paidShop, paidOrder } = await useRefundingApp();
keepInvariants(db);
beforeEach(() => {
  bank.behaviour.refund = 'succeeded';
  bank.broken.clear();
});
afterEach(() => app.travel(0));

type Steps = readonly Partial<GiveBackStep>[] | null;

const STEP: GiveBackStep = {
  until: { unit: 'days', before: 7 },
  percent: '100',
  keepsFees: true,
  way: 'automatic',
};

/** The event's own steps, or null for its organizer's. */
const setSteps = (eventId: number, steps: Steps = [{}]) =>
  db
    .updateTable('event_settings')
    .set({ give_back_steps: steps && JSON.stringify(steps.map((step) => ({ ...STEP, ...step }))) })
    .where('event_id', '=', eventId)
    .execute();

/** A paid order of a shop whose policy stands before the purchase, and what its buyer does. */
async function bought(quantity = 2, steps: Steps = [{}]) {
  const shop = await paidShop();
  await setSteps(shop.eventId, steps);
  const paid = await paidOrder(quantity, shop);
  await app.runJobs();
  const orderShortId = paid.shortId;
  const { body } = await paid.buyer.call(getOrder, { params: { orderShortId } });
  const links = body.data.tickets.map(({ shortId }) => shortId);
  const give = (tickets: string[], expected: number, key = app.key(), reason = '') =>
    paid.buyer.call(
      giveBack,
      { params: { orderShortId }, body: { tickets, expected, reason } },
      { idempotencyKey: key },
    );
  const options = async () => (await paid.buyer.call(getSelfService, { params: { orderShortId } })).body.data;
  const asked = async () =>
    (await paid.owner.call(requests.listRefundRequests, { params: paid.params })).body.data;
  return { ...paid, links, codes: body.data.tickets.map(({ code }) => code), give, options, asked };
}

type Bought = Awaited<ReturnType<typeof bought>>;
const one = (all: readonly string[], at = 0): string[] => [all[at] ?? ''];

const mailsOf = async (orderId: number) =>
  (await db.selectFrom('mails').select('kind').where('order_id', '=', orderId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

const dispute = ({ shop, payment }: Bought, status: string) =>
  sql`
  insert into app.disputes (account_id, order_id, payment_id, provider_dispute_id, amount, currency, reason, status)
  values (${shop.accountId}, ${payment.orderId}, ${payment.id}, ${`dp_${payment.id}`}, 2500, 'EUR', 'fraudulent', ${status})`.execute(
    db,
  );

describe('a ticket given back by itself', () => {
  test('ends at once, the money goes back, the door refuses, and the buyer is told', async () => {
    const order = await bought(2);
    expect(await order.options()).toMatchObject({
      currency: 'EUR',
      policy: { steps: [{ way: 'automatic', percent: '100', keepsFees: true }], present: 0 },
      giveBack: { obstacle: null, tickets: [{ paid: 2500, fees: 0, back: 2500, asked: null }, {}] },
      request: null,
    });
    const reply = await order.give(one(order.links), 2500, app.key(), 'Ill');
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      outcome: 'done',
      amount: 2500,
      selfService: { giveBack: { obstacle: 'refund_pending', tickets: [] } },
    });
    expect(await stockOf(db, order.shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    expect(await (await openDoor(app, order))(order.codes[0])).toBe('cancelled');
    await app.runJobs();
    expect(await order.state()).toBe('completed partial 2500');
    expect(bank.paymentOf(order.shortId)?.refunded).toBe(2500);
    expect((await order.refunds()).refunds).toMatchObject([
      { amount: 2500, reason: 'requested', note: 'Ill', createdBy: null, cancels: true, status: 'succeeded' },
    ]);
    await app.runJobs();
    expect(await mailsOf(order.payment.orderId)).toContain('refunded');

    // The last ticket ends the order as a whole.
    await order.give(one(order.links, 1), 2500);
    await app.runJobs();
    expect(await order.state()).toBe('cancelled full 5000');
    expect((await verify(db)).drift).toEqual([]);
  });

  test('a share of the price is what the policy says, exactly', async () => {
    const order = await bought(1, [{ percent: '33' }]);
    expect((await order.options()).giveBack.tickets).toMatchObject([{ back: 825 }]);
    const wrong = await order.give(order.links, 2500);
    expect(wrong.problem).toMatchObject({ status: 409, code: 'GIVE_BACK_CHANGED', params: { amount: 825 } });
    expect((await order.give(order.links, 825)).body.data.outcome).toBe('done');
    await app.runJobs();
    expect(await order.state()).toBe('cancelled partial 825');
  });

  test('without money only the ticket ends', async () => {
    const shop = await buildShop(db, { ticket: { quantity: 5 } });
    await setSteps(shop.eventId);
    const buyer = visitor(app);
    const { shortId: orderShortId } = (
      await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }])
    ).body.data;
    const { tickets } = (await detailsAs(buyer, orderShortId)).body.data;
    const reply = await buyer.call(
      giveBack,
      {
        params: { orderShortId },
        body: { tickets: tickets.map(({ shortId }) => shortId), expected: 0, reason: '' },
      },
      { idempotencyKey: app.key() },
    );
    expect(reply.body.data).toMatchObject({ outcome: 'done', amount: 0 });
    expect(await stockOf(db, shop.counterId)).toEqual({ sold: 0, reserved: 0 });
    await app.runJobs();
    const mail = await db
      .selectFrom('mails')
      .select(['kind', 'subject', 'status'])
      .where('kind', '=', 'tickets_given_back')
      .executeTakeFirst();
    expect(mail).toMatchObject({ status: 'sent' });
  });

  test('one key has one effect, also after the answer was lost', async () => {
    const order = await bought(3);
    const key = app.key();
    expect((await order.give(one(order.links), 2500, key)).body.data.outcome).toBe('done');
    await app.runJobs();
    expect((await order.give(one(order.links), 2500, key)).body.data.outcome).toBe('done');
    expect((await order.give(one(order.links, 1), 2500, key)).problem.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await order.state()).toBe('completed partial 2500');
    expect((await order.give(one(order.links), 2500)).problem.code).toBe('ATTENDEE_CANCELLED');
  });
});

describe('the policy', () => {
  test('stays on the order as it stood when the tickets were held', async () => {
    const order = await bought(1, [{ percent: '50' }]);
    await setSteps(order.shop.eventId, []);
    expect((await order.options()).policy).toMatchObject({ steps: [{ way: 'automatic', percent: '50' }] });
    expect((await order.give(order.links, 1250)).body.data.outcome).toBe('done');

    const later = await paidOrder(1, order.shop);
    const { body } = await later.buyer.call(getSelfService, { params: { orderShortId: later.shortId } });
    expect(body.data.giveBack).toEqual({ obstacle: 'not_offered', tickets: [] });
  });

  test('an order from before it promises nothing', async () => {
    const order = await bought(1);
    await db.updateTable('orders').set({ policy: null }).where('id', '=', order.payment.orderId).execute();
    expect(await order.options()).toMatchObject({ policy: null, giveBack: { obstacle: 'not_offered' } });
    expect((await order.give(order.links, 2500)).problem.code).toBe('GIVE_BACK_NOT_OFFERED');
  });

  test('its last moment is the one that buyers read, to the second', async () => {
    const order = await bought(2);
    const until = Date.parse((await order.options()).policy?.steps[0]?.until ?? '');
    const seconds = Math.ceil((until - Date.now()) / 1000);
    await app.travel(seconds - 120);
    expect((await order.options()).giveBack.obstacle).toBeNull();
    await app.travel(seconds + 1);
    expect((await order.options()).giveBack).toEqual({ obstacle: 'over', tickets: [] });
    expect((await order.give(one(order.links), 2500)).problem).toMatchObject({
      status: 409,
      code: 'GIVE_BACK_OVER',
    });
  });

  test('takes only values that make sense', async () => {
    const shop = await paidShop();
    const save = (settings: object) =>
      app.as({ token: shop.token }).call(updateEvent, {
        params: { eventId: String(shop.eventId) },
        body: { version: 1, settings } as never,
      });
    for (const settings of [
      { giveBack: 'sometimes' },
      { giveBack: [{ ...STEP, way: 'sometimes' }] },
      { giveBack: [{ ...STEP, percent: '0' }] },
      { giveBack: [{ ...STEP, percent: 50 }] },
      { giveBack: [{ ...STEP, until: { unit: 'days', before: 366 } }] },
      { giveBack: [{ ...STEP, until: { unit: 'weeks', before: 1 } }] },
      { giveBack: [{ ...STEP, until: { unit: 'date', day: '2027-02-30' } }] },
      { giveBack: [STEP, STEP] },
      {
        giveBack: [
          { ...STEP, percent: '50' },
          { ...STEP, until: { unit: 'days', before: 1 } },
        ],
      },
      // Both end with the event.
      {
        giveBack: [
          { ...STEP, until: { unit: 'days', before: 0 } },
          { ...STEP, until: { unit: 'hours', before: 0 } },
        ],
      },
    ])
      expect((await save(settings)).status, JSON.stringify(settings)).toBe(422);
  });
});

describe('several steps', () => {
  const steps: Steps = [
    { until: { unit: 'days', before: 6 }, percent: '100', keepsFees: false },
    { until: { unit: 'days', before: 4 }, percent: '33.3333' },
    { until: { unit: 'days', before: 1 }, percent: '12.5', way: 'asked' },
  ];
  /** Seconds from now to shortly after the end of a step. */
  const endOfStep = (policy: Awaited<ReturnType<Bought['options']>>['policy'], place: number) =>
    Math.ceil((Date.parse(policy?.steps[place]?.until ?? '') - Date.now()) / 1000) + 1;

  test('what is said, what is paid and what the credit note says agree, at every step', async () => {
    for (const [place, back] of [2500, 833, 313].entries()) {
      const shop = await paidShop();
      await setSteps(shop.eventId, steps);
      await sql`update app.events set starts_at = app.now() + interval '9 days', ends_at = null
        where id = ${shop.eventId}`.execute(db);
      await db
        .updateTable('event_settings')
        .set({ invoicing: true })
        .where('event_id', '=', shop.eventId)
        .execute();
      const paid = await paidOrder(2, shop);
      const params = { orderShortId: paid.shortId };
      const read = async () => (await paid.buyer.call(getSelfService, { params })).body.data;
      const { policy } = await read();
      if (place > 0) await app.travel(endOfStep(policy, place - 1));
      const now = await read();
      expect(now.policy?.present).toBe(place);
      const [ticket] = now.giveBack.tickets;
      expect(ticket).toMatchObject({ back, asked: place === 2 ? 'policy' : null });
      const body = { tickets: [ticket?.shortId ?? ''], expected: back, reason: '' };
      const given = await paid.buyer.call(giveBack, { params, body }, { idempotencyKey: app.key() });
      expect(given.body.data).toMatchObject({ outcome: place === 2 ? 'asked' : 'done', amount: back });
      await app.travel(0);
      if (place === 2) {
        const [request] = (await paid.owner.call(requests.listRefundRequests, { params: paid.params })).body
          .data;
        const at = { params: { ...paid.params, requestId: String(request?.id) } };
        await paid.owner.call(requests.approveRefundRequest, {
          ...at,
          body: { amount: request?.amount ?? 0, cancel: true, answer: '' },
        });
      }
      await app.runJobs();
      expect(bank.paymentOf(paid.shortId)?.refunded).toBe(back);
      const { rows } = await sql<{ total: number }>`
        select total from app.credit_notes where order_id = ${paid.payment.orderId}`.execute(db);
      expect(rows).toEqual([{ total: back }]);
    }
    expect((await verify(db)).drift).toEqual([]);
  });

  test('a step that ends between reading and sending pays nothing else than what was seen', async () => {
    const shop = await paidShop();
    await setSteps(shop.eventId, steps);
    await sql`update app.events set starts_at = app.now() + interval '9 days', ends_at = null
      where id = ${shop.eventId}`.execute(db);
    const paid = await paidOrder(1, shop);
    const params = { orderShortId: paid.shortId };
    const { policy, giveBack: can } = (await paid.buyer.call(getSelfService, { params })).body.data;
    await app.travel(endOfStep(policy, 0));
    const body = { tickets: can.tickets.map(({ shortId }) => shortId), expected: 2500, reason: '' };
    const late = await paid.buyer.call(giveBack, { params, body }, { idempotencyKey: app.key() });
    expect(late.problem).toMatchObject({ code: 'GIVE_BACK_CHANGED', params: { amount: 833 } });
  });

  test('an event moved earlier takes no time away, but once it has begun a person decides', async () => {
    const order = await bought(1);
    const { policy } = await order.options();
    await sql`update app.events set starts_at = app.now() + interval '1 hour', ends_at = null
      where id = ${order.shop.eventId}`.execute(db);
    expect((await order.options()).policy?.steps).toEqual(policy?.steps);
    expect((await order.options()).giveBack.tickets).toMatchObject([{ asked: null, back: 2500 }]);
    await app.travel(3700);
    expect((await order.options()).giveBack.tickets).toMatchObject([{ asked: 'started', back: 2500 }]);
    expect((await order.give(order.links, 2500)).body.data.outcome).toBe('asked');
    expect(await order.asked()).toMatchObject([{ why: 'started', amount: 2500 }]);
  });

  test('an organizer’s steps count for events without steps of their own, at the hold', async () => {
    const shop = await paidShop();
    const owner = app.as({ token: shop.token });
    const params = { organizerId: String(shop.organizerId) };
    const { data } = (await owner.call(getOrganizer, { params })).body;
    expect(data.giveBack).toEqual([]);
    const ofOrganizer = [{ ...STEP, until: { unit: 'days' as const, before: 3 }, percent: '75' }];
    const save = (version: number, mine: object[]) =>
      owner.call(updateOrganizer, { params, body: { version, giveBack: mine } as never });
    expect((await save(data.version, [{ ...STEP, until: { unit: 'date', day: '2027-05-11' } }])).status).toBe(
      422,
    );
    expect((await save(data.version, ofOrganizer)).body.data.giveBack).toEqual(ofOrganizer);

    const kept = async () => {
      const paid = await paidOrder(1, shop);
      const { body } = await paid.buyer.call(getSelfService, { params: { orderShortId: paid.shortId } });
      return body.data.policy?.steps.map(({ percent }) => percent);
    };
    const publicSteps = async () =>
      (await app.as().call(getPublicEvent, { params: { eventId: String(shop.eventId) } })).body.data.settings
        .policy.steps;
    await setSteps(shop.eventId, null);
    expect(await publicSteps()).toMatchObject([{ percent: '75' }]);
    expect(await kept()).toEqual(['75']);
    await setSteps(shop.eventId, [{ percent: '10' }]);
    expect(await kept()).toEqual(['10']);
    await setSteps(shop.eventId, []);
    expect(await kept()).toEqual([]);
    expect(await publicSteps()).toEqual([]);
  });
});

describe('never by itself', () => {
  test.each([
    ['policy', [{ way: 'asked' as const }], async () => {}],
    ['disputed', [{}], (order: Bought) => dispute(order, 'won')],
    [
      'checked_in',
      [{}],
      async (order: Bought) => {
        expect(await (await openDoor(app, order))(order.codes[0])).toBe('admitted');
        await db.deleteFrom('check_ins').where('event_id', '=', order.shop.eventId).execute();
      },
    ],
    [
      'passed_on',
      [{}],
      (order: Bought) =>
        db
          .updateTable('attendees')
          .set({ passed_on_at: sql<Date>`app.now()` })
          .where('order_id', '=', order.payment.orderId)
          .execute(),
    ],
  ] as const)('%s: a person is asked, and nothing has moved', async (why, steps, prepare) => {
    const order = await bought(2, steps);
    await prepare(order);
    expect((await order.options()).giveBack.tickets[0]).toMatchObject({ asked: why, back: 2500 });
    const key = app.key();
    const reply = await order.give(order.links, 5000, key, 'Sorry');
    expect(reply.body.data).toMatchObject({
      outcome: 'asked',
      selfService: {
        giveBack: { obstacle: 'requested' },
        request: { status: 'open', amount: 5000, ticketCount: 2 },
      },
    });
    expect((await order.give(order.links, 5000, key, 'Sorry')).body.data.outcome).toBe('asked');
    expect((await order.give(one(order.links), 2500)).problem.code).toBe('REFUND_REQUESTED');
    expect(await order.asked()).toMatchObject([
      { status: 'open', why, reason: 'Sorry', attendeeIds: order.attendeeIds },
    ]);
    expect(await order.state()).toBe('completed none 0');
    expect(await stockOf(db, order.shop.counterId)).toEqual({ sold: 2, reserved: 0 });
    await app.runJobs();
    expect(await mailsOf(order.payment.orderId)).toContain('refund_requested');
    // It came without its audit.
    await db.deleteFrom('disputes').where('order_id', '=', order.payment.orderId).execute();
  });

  test('a ticket that somebody else has is not the buyer’s to give', async () => {
    const order = await bought(2);
    await db
      .updateTable('attendees')
      .set({ passed_on_at: sql<Date>`app.now()`, email: 'vicent@example.org' })
      .where('short_id', '=', order.links[0] ?? '')
      .execute();
    expect((await order.options()).giveBack.tickets).toMatchObject([
      { obstacle: 'with_other', firstName: '', lastName: '' },
      { obstacle: null, shortId: order.links[1] },
    ]);
    expect((await order.give(order.links, 5000)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'tickets.0', code: 'not_found' }],
    });
  });
});

test('orders and tickets of others are not found, and bad bodies refused', async () => {
  const [order, other] = [await bought(1), await bought(1)];
  expect((await order.give(other.links, 2500)).problem.errors).toEqual([
    { path: 'tickets.0', code: 'not_found' },
  ]);
  expect((await order.give([...order.links, ...order.links], 5000)).status).toBe(422);
  expect((await order.give([], 0)).status).toBe(422);
  const unknown = { params: { orderShortId: `o_${'x'.repeat(22)}` } };
  expect((await app.as().call(getSelfService, unknown)).problem.code).toBe('ORDER_NOT_FOUND');
  const made = await app
    .as()
    .call(
      giveBack,
      { ...unknown, body: { tickets: order.links, expected: 2500, reason: '' } },
      { idempotencyKey: app.key() },
    );
  expect(made.problem).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
  expect(await order.state()).toBe('completed none 0');
});

describe('at the same moment', () => {
  test('twenty times the same ticket: once', async () => {
    const order = await bought(1);
    const replies = await Promise.all(Array.from({ length: 20 }, () => order.give(order.links, 2500)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.runJobs();
    expect(await order.state()).toBe('cancelled full 2500');
    expect(bank.paymentOf(order.shortId)?.refunded).toBe(2500);
  });

  test('the buyer and the organizer refund: one of them, and never more than was paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await bought(1);
      const [mine, theirs] = await Promise.all([
        order.give(order.links, 2500),
        order.refund({ amount: 2500, cancel: true }),
      ]);
      expect([mine.status === 200, theirs.status === 201].filter(Boolean)).toHaveLength(1);
      await app.runJobs();
      expect(await order.state()).toBe('cancelled full 2500');
    }
  });

  test('a scan and the end of its ticket: somebody is inside or has the money back, never both by itself', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await bought(1);
      const door = await openDoor(app, order);
      const [verdict, reply] = await Promise.all([door(order.codes[0]), order.give(order.links, 2500)]);
      const outcome = reply.body.data.outcome;
      expect([`${verdict} ${outcome}`]).toEqual([
        verdict === 'admitted' ? 'admitted asked' : 'cancelled done',
      ]);
      await app.runJobs();
    }
  });
});

describe('an answer to a request', () => {
  const asking = async (quantity = 2) => {
    const order = await bought(quantity, [{ way: 'asked' }]);
    await order.give(one(order.links), 2500);
    const [request] = await order.asked();
    const params = { ...order.params, requestId: String(request?.id) };
    return { ...order, at: { params } };
  };

  test('approved: money, end and word', async () => {
    const order = await asking();
    const body = { amount: 2000, cancel: true, answer: 'Get well' };
    const reply = await order.owner.call(requests.approveRefundRequest, { ...order.at, body });
    expect(reply.body.data).toMatchObject([
      { status: 'approved', answer: 'Get well', answeredBy: 'Nuria Vidal' },
    ]);
    await app.runJobs();
    expect(await order.state()).toBe('completed partial 2000');
    expect(await stockOf(db, order.shop.counterId)).toEqual({ sold: 1, reserved: 0 });
    await app.runJobs();
    const mail = await db
      .selectFrom('mails')
      .select(['text_body', 'to_address'])
      .where('kind', '=', 'refund_request_answered')
      .where('order_id', '=', order.payment.orderId)
      .executeTakeFirstOrThrow();
    expect(mail.to_address).toBe('lucia@example.com');
    expect(mail.text_body).toContain('Get well');
    const again = await order.owner.call(requests.declineRefundRequest, {
      ...order.at,
      body: { answer: '' },
    });
    expect(again.problem).toMatchObject({ status: 409, code: 'REFUND_REQUEST_ANSWERED' });
    expect((await order.options()).request).toMatchObject({ status: 'approved', answer: 'Get well' });
    expect((await verify(db)).drift).toEqual([]);
  });

  test('declined: the tickets stay, and another request may follow', async () => {
    const order = await asking();
    await order.owner.call(requests.declineRefundRequest, { ...order.at, body: { answer: 'Too late' } });
    expect(await order.options()).toMatchObject({
      giveBack: { obstacle: null },
      request: { status: 'declined', answer: 'Too late' },
    });
    expect(await order.state()).toBe('completed none 0');
    expect((await order.give(one(order.links), 2500)).body.data.outcome).toBe('asked');
    expect(await order.asked()).toHaveLength(2);
  });

  test('never more than is left, nothing without effect, and nothing of another account', async () => {
    const order = await asking(1);
    const approve = (body: { amount: number; cancel: boolean; answer: string }) =>
      order.owner.call(requests.approveRefundRequest, { ...order.at, body });
    expect((await approve({ amount: 2501, cancel: true, answer: '' })).problem.code).toBe(
      'REFUND_ABOVE_REMAINING',
    );
    expect((await approve({ amount: 0, cancel: false, answer: '' })).status).toBe(422);
    const stranger = app.as({ token: (await paidShop()).token });
    const foreign = await stranger.call(requests.declineRefundRequest, { ...order.at, body: { answer: '' } });
    expect(foreign.status).toBe(404);
    const other = await paidOrder(1, order.shop);
    const wrong = { params: { ...order.at.params, orderId: other.params.orderId } };
    expect(
      (await order.owner.call(requests.declineRefundRequest, { ...wrong, body: { answer: '' } })).status,
    ).toBe(404);
    expect((await order.asked())[0]?.status).toBe('open');
  });

  test('two people at once: one answer', async () => {
    const order = await asking(1);
    const replies = await Promise.all([
      order.owner.call(requests.approveRefundRequest, {
        ...order.at,
        body: { amount: 2500, cancel: true, answer: '' },
      }),
      order.owner.call(requests.declineRefundRequest, { ...order.at, body: { answer: '' } }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    await app.runJobs();
  });

  /** What the request became, and which mails went out since it was made. */
  const settled = async (order: Awaited<ReturnType<typeof asking>>, act: () => Promise<unknown>) => {
    const before = await mailsOf(order.payment.orderId);
    await act();
    await app.runJobs();
    const [request] = await order.asked();
    const attention = await order.owner.call(getEventAttention, {
      params: { eventId: order.params.eventId },
    });
    return {
      status: request?.status,
      by: request?.answeredBy,
      kinds: attention.body.data.items.map(({ kind }) => kind),
      mails: (await mailsOf(order.payment.orderId)).slice(before.length),
    };
  };
  const nobody = { status: 'settled', kinds: [], mails: [] };

  test('a refund or a cancellation of what was asked for settles it, and the buyer is told once at most', async () => {
    const byName = await asking();
    const first = byName.attendeeIds.slice(0, 1);
    expect(await settled(byName, () => byName.refund({ attendeeIds: first }))).toEqual({
      ...nobody,
      by: 'Nuria Vidal',
    });
    const asMuch = await asking();
    expect(await settled(asMuch, () => asMuch.refund({ amount: 2500, notify: true }))).toEqual({
      ...nobody,
      by: 'Nuria Vidal',
      mails: ['refunded'],
    });
    const cancel = (order: typeof asMuch, attendeeIds?: number[]) =>
      order.owner.call(cancelOrder, {
        params: order.params,
        body: { notify: true, ...(attendeeIds && { attendeeIds }) },
      });
    const whole = await asking();
    expect(await settled(whole, () => cancel(whole))).toEqual({
      ...nobody,
      by: 'Nuria Vidal',
      mails: ['order_cancelled'],
    });
    expect(await whole.options()).toMatchObject({ request: { status: 'settled' } });
    const ticket = await asking();
    expect(await settled(ticket, () => cancel(ticket, ticket.attendeeIds.slice(0, 1)))).toMatchObject({
      status: 'settled',
    });
    const audited = await db
      .selectFrom('audit_entries')
      .select('target_id')
      .where('action', '=', 'refund.request_settled')
      .where('target_id', '=', ticket.payment.orderId)
      .execute();
    expect(audited).toHaveLength(1);
  });

  test('what is not what was asked for leaves it open', async () => {
    const order = await asking();
    const other = order.attendeeIds.slice(1);
    expect(await settled(order, () => order.refund({ attendeeIds: other, cancel: true }))).toMatchObject({
      status: 'open',
      kinds: ['refund_requested'],
    });
    const part = await asking();
    expect(await settled(part, () => part.refund({ amount: 2499 }))).toMatchObject({ status: 'open' });
    const reply = await part.owner.call(requests.declineRefundRequest, { ...part.at, body: { answer: '' } });
    expect(reply.status).toBe(200);
  });

  test('an answer, a refund and a cancellation at once: one of them ends it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const order = await asking(1);
      await Promise.all([
        order.owner.call(requests.approveRefundRequest, {
          ...order.at,
          body: { amount: 2500, cancel: true, answer: '' },
        }),
        order.refund({ amount: 2500, cancel: true }),
        order.owner.call(cancelOrder, { params: order.params, body: { notify: false } }),
      ]);
      await app.runJobs();
      const [request] = await order.asked();
      expect(['approved', 'settled']).toContain(request?.status);
      expect((await order.state()).startsWith('cancelled')).toBe(true);
      expect((await verify(db)).drift).toEqual([]);
    }
  });
});
