import { updateEvent } from '@entrada/contract/catalog/events';
import { getOrganizer, updateOrganizer } from '@entrada/contract/catalog/organizers';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import * as requests from '@entrada/contract/sales/refund-requests/answers';
import { getSelfService, giveBack } from '@entrada/contract/sales/self-service/give-back';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import { type Bought, one, STEP, type Steps, useGivingBack } from '../../test/payments/giving-back.ts';

const { app, db, bank, paidShop, paidOrder, setSteps, bought } = await useGivingBack();

describe('the policy', () => {
  test('stays on the order as it stood when the tickets were held', async () => {
    const order = await bought(1, [{ percent: '50' }]);
    await setSteps(order.shop.eventId, []);
    expect((await order.options()).policy).toMatchObject({ steps: [{ way: 'automatic', percent: '50' }] });
    expect((await order.give(order.links, 1250)).body.data.outcome).toBe('done');

    const later = await paidOrder(1, order.shop);
    const { body } = await later.buyer.call(getSelfService, { params: { orderShortId: later.shortId } });
    expect(body.data.giveBack).toEqual({ obstacle: 'not_offered', returnsUntil: null, tickets: [] });
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
    expect((await order.options()).giveBack).toEqual({ obstacle: 'over', returnsUntil: null, tickets: [] });
    expect((await order.give(one(order.links), 2500)).problem).toMatchObject({
      status: 409,
      code: 'GIVE_BACK_OVER',
    });
  });

  test.each([
    ['the organizer gives nothing back', null, 'not_offered', 'GIVE_BACK_NOT_OFFERED'],
    ['the day until which buyers could ask has passed', -1, 'over', 'GIVE_BACK_OVER'],
  ] as const)('no longer counts once the event is called off and %s', async (_, hours, obstacle, code) => {
    const order = await bought(1, [{ percent: '50' }]);
    await sql`update app.events set called_off_at = app.now(),
      returns_until = app.now() + make_interval(hours => ${hours}) where id = ${order.shop.eventId}`.execute(
      db,
    );
    expect((await order.options()).giveBack).toEqual({ obstacle, returnsUntil: null, tickets: [] });
    expect((await order.give(order.links, 1250)).problem).toMatchObject({ status: 409, code });
    expect(await order.state()).toBe('completed none 0');
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
    const body = { tickets: can.tickets.flatMap(({ shortId }) => shortId ?? []), expected: 2500, reason: '' };
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
