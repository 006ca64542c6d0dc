import type { InputOf } from '@entrada/contract/endpoint';
import type { HeldAnswers } from '@entrada/contract/sales/order-answers';
import { getOrderDetail, markOrderPaid, type OrderDetail } from '@entrada/contract/sales/orders';
import { listRefundRequests, type RefundRequest } from '@entrada/contract/sales/refund-requests/answers';
import { createRefund, listRefunds, type OrderRefunds } from '@entrada/contract/sales/refunds';
import { api } from '../../platform/api/client.ts';
import { loadOrderAnswers } from '../kit/answers/api.ts';

export type RefundBody = InputOf<typeof createRefund>['body'];

/** An order with its refunds, its answers and what its buyer asked back, loaded together. */
export type OrderView = {
  order: OrderDetail;
  money: OrderRefunds;
  answers: HeldAnswers[];
  requests: RefundRequest[];
};

const orderParams = (eventId: number, orderId: number) => ({
  params: { eventId: String(eventId), orderId: String(orderId) },
});

export async function loadOrder(eventId: number, orderId: number, signal: AbortSignal): Promise<OrderView> {
  const at = orderParams(eventId, orderId);
  const [order, money, answers, requests] = await Promise.all([
    api(getOrderDetail, at, { signal }),
    api(listRefunds, at, { signal }),
    loadOrderAnswers({ eventId, orderId }, signal),
    api(listRefundRequests, at, { signal }),
  ]);
  return { order: order.data, money: money.data, answers, requests: requests.data };
}

/** Creates a refund. Sending the same key again creates no second refund. */
export const sendRefund = async (
  eventId: number,
  orderId: number,
  body: RefundBody,
  idempotencyKey: string,
): Promise<OrderRefunds> =>
  (await api(createRefund, { ...orderParams(eventId, orderId), body }, { idempotencyKey })).data;

export const markPaid = async (eventId: number, orderId: number): Promise<OrderDetail> =>
  (await api(markOrderPaid, orderParams(eventId, orderId))).data;
