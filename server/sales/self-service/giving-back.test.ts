import { getSelfService, giveBack } from '@entrada/contract/sales/self-service/give-back';
import { describe, expect, test } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import { one, useGivingBack } from '../../test/payments/giving-back.ts';
import { buildShop, detailsAs, reserveAs, stockOf, visitor } from '../../test/shop.ts';
import { openDoor } from '../../test/sold/ticket.ts';

const { app, db, bank, setSteps, bought, mailsOf } = await useGivingBack();

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
        body: { tickets: tickets.flatMap(({ shortId }) => shortId ?? []), expected: 0, reason: '' },
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
