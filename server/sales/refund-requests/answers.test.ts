import { getEventAttention } from '@entrada/contract/insight/attention';
import { cancelOrder } from '@entrada/contract/sales/cancellations';
import * as requests from '@entrada/contract/sales/refund-requests/answers';
import { describe, expect, test } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import type { ProviderRefund } from '../../payment-providers/port.ts';
import { one, useGivingBack } from '../../test/payments/giving-back.ts';
import { stockOf } from '../../test/shop.ts';
import { applyRefund } from '../refunds/settle.ts';

const { app, db, paidShop, paidOrder, bought, mailsOf } = await useGivingBack();

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
    expect((await part.asked())[0]).toMatchObject({ amount: 2500, refunded: 2499 });
    const reply = await part.owner.call(requests.declineRefundRequest, { ...part.at, body: { answer: '' } });
    expect(reply.status).toBe(200);
    expect((await part.asked())[0]?.refunded).toBe(0);
  });

  test('refunds that together are as much as was asked for settle it, whatever went back before', async () => {
    const order = await asking();
    expect(await settled(order, () => order.refund({ amount: 1000 }))).toMatchObject({ status: 'open' });
    expect((await order.asked())[0]).toMatchObject({ amount: 2500, refunded: 1000 });
    expect(await settled(order, () => order.refund({ amount: 1499 }))).toMatchObject({ status: 'open' });
    expect(await settled(order, () => order.refund({ amount: 1 }))).toMatchObject({ status: 'settled' });
  });

  test('a refund that was made elsewhere settles it, unless that failed', async () => {
    const made = async (status: 'succeeded' | 'failed') => {
      const order = await asking();
      const { id } = order.payment;
      const failure = status === 'failed' ? { code: 'declined', message: 'Declined' } : null;
      await settled(order, () =>
        applyRefund(app.jobCtx, id, {
          id: `re_${status}_${id}`,
          paymentId: order.remoteId,
          status,
          amount: 2500,
          currency: 'EUR',
          failure,
        }),
      );
      return (await order.asked())[0]?.status;
    };
    expect(await made('succeeded')).toBe('settled');
    expect(await made('failed')).toBe('open');
  });

  test('a refund that fails later opens again what it had settled, once, with its trace; others stay settled', async () => {
    const elsewhere = (
      order: Awaited<ReturnType<typeof asking>>,
      status: ProviderRefund['status'],
      amount = 2500,
    ) =>
      applyRefund(app.jobCtx, order.payment.id, {
        id: `re_later_${amount}_${order.payment.id}`,
        paymentId: order.remoteId,
        status,
        amount,
        currency: 'EUR',
        failure: status === 'failed' ? { code: 'declined', message: 'Declined' } : null,
      });
    const open = { status: 'open', by: null };
    for (const first of ['pending', 'succeeded'] as const) {
      const order = await asking();
      expect(await settled(order, () => elsewhere(order, first))).toMatchObject({ status: 'settled' });
      expect(await settled(order, () => elsewhere(order, 'failed'))).toMatchObject(open);
      expect(await settled(order, () => elsewhere(order, 'failed'))).toMatchObject(open);
      expect(await order.options()).toMatchObject({ request: { status: 'open' } });
      const traces = await db
        .selectFrom('audit_entries')
        .select('action')
        .where('target_type', '=', 'order')
        .where('target_id', '=', order.payment.orderId)
        .where('action', 'like', 'refund.request%')
        .orderBy('id')
        .execute();
      expect(traces.map(({ action }) => action)).toEqual([
        'refund.requested',
        'refund.request_settled',
        'refund.request_reopened',
      ]);
    }
    // Of two that settled it together, the first one fails.
    const parts = await asking();
    await settled(parts, () => elsewhere(parts, 'pending', 1000));
    expect(await settled(parts, () => elsewhere(parts, 'pending', 1500))).toMatchObject({
      status: 'settled',
    });
    expect(await settled(parts, () => elsewhere(parts, 'failed', 1000))).toMatchObject(open);
    // Its tickets have ended meanwhile, so nothing is left to answer.
    const ended = await asking();
    await settled(ended, () => elsewhere(ended, 'pending'));
    await ended.owner.call(cancelOrder, { params: ended.params, body: { notify: false } });
    expect(await settled(ended, () => elsewhere(ended, 'failed'))).toMatchObject({ status: 'settled' });
    // It was answered otherwise.
    const answered = await asking();
    await settled(answered, () => elsewhere(answered, 'pending', 1000));
    await answered.owner.call(requests.declineRefundRequest, { ...answered.at, body: { answer: '' } });
    expect(await settled(answered, () => elsewhere(answered, 'failed', 1000))).toMatchObject({
      status: 'declined',
    });
    expect((await verify(db)).drift).toEqual([]);
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
