import type { InputOf } from '@entrada/contract/endpoint';
import { refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { createRefund, listRefunds } from '@entrada/contract/sales/refunds';
import { findPaymentByProviderId } from '../../sales/payments/queries.ts';
import { buildTestApp } from '../app.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../shop.ts';
import { createFakeProvider } from './fake-provider.ts';

type Body = InputOf<typeof createRefund>['body'];

/** The application with a provider in memory, and paid orders that wait to be refunded. For one test file. */
export async function useRefundingApp() {
  const bank = createFakeProvider();
  const app = await buildTestApp({ provider: bank.provider });
  const { db } = app;

  const paidShop = (quantity = 10) => buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity } });

  /** An order of a shop that is paid at the provider. The order is then refreshed and completed. */
  async function paidOrder(
    quantity = 1,
    given?: Awaited<ReturnType<typeof paidShop>>,
    promo: { promoCode?: string } = {},
  ) {
    const shop = given ?? (await paidShop());
    const buyer = visitor(app);
    const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity }], promo);
    const { shortId } = held.body.data;
    await detailsAs(buyer, shortId);
    await buyer.call(startPayment, { params: { orderShortId: shortId } });
    const remote = bank.paymentOf(shortId);
    if (!remote) throw new Error('The payment was not begun');
    bank.set(remote.id, 'succeeded');
    await buyer.call(refreshPayment, { params: { orderShortId: shortId } });
    const payment = await findPaymentByProviderId(db, 'test_bank', remote.id);
    if (!payment) throw new Error('The payment is not on record');
    const params = { eventId: String(shop.eventId), orderId: String(payment.orderId) };
    const owner = app.as({ token: shop.token });
    const attendees = await db
      .selectFrom('attendees')
      .select('id')
      .where('order_id', '=', payment.orderId)
      .orderBy('id')
      .execute();
    const order = () =>
      db.selectFrom('orders').selectAll().where('id', '=', payment.orderId).executeTakeFirstOrThrow();
    return {
      shop,
      buyer,
      owner,
      shortId,
      payment,
      params,
      remoteId: remote.id,
      attendeeIds: attendees.map((one) => one.id),
      order,
      /** The state of the order in one line. */
      state: async () => {
        const { status, refund_status: refund, refunded_total: refunded } = await order();
        return `${status} ${refund} ${refunded}`;
      },
      refund: (body: Partial<Body>, idempotencyKey?: string) =>
        owner.call(
          createRefund,
          { params, body: { cancel: false, notify: false, note: '', ...body } },
          idempotencyKey === undefined ? {} : { idempotencyKey },
        ),
      refunds: async () => (await owner.call(listRefunds, { params })).body.data,
    };
  }

  return { app, db, bank, ctx: app.jobCtx, paidShop, paidOrder };
}

export type PaidOrder = Awaited<ReturnType<Awaited<ReturnType<typeof useRefundingApp>>['paidOrder']>>;
