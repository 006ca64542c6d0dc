import type { Tx } from '../../db/client.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type Ctx, userOf } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import type { Order } from '../orders/core/types.ts';
import { lockPayment } from '../payments/queries.ts';
import type { Refund } from './core/refunds.ts';
import { openRefund, recordRefundByHand } from './record.ts';
import { isExpressible, type OrderMoney } from './service.ts';

/**
 * Gives a part of what an order was paid with back, for another action of an organizer in the same transaction: writes the
 * refund and leaves the call to a job, or records it if the money came offline. `money` must be what `readMoney` answers
 * under the order's lock. Minor units. Locks the payment. Throws REFUND_ABOVE_REMAINING with `remaining`, and
 * VALIDATION_FAILED at `path` for an amount that the provider cannot express.
 */
export async function giveBack(
  tx: Tx,
  ctx: Ctx,
  order: Order,
  {
    provider,
    money,
    amount,
    note,
    notify,
    path,
    isCredited,
  }: {
    provider: PaymentProvider | null;
    money: OrderMoney;
    amount: number;
    note: string;
    notify: boolean;
    path: string;
    /** Whether the other action issues the credit note itself. */
    isCredited: boolean;
  },
): Promise<Refund> {
  const payment = money.payment && (await lockPayment(tx, money.payment.id));
  if (amount > money.refundable)
    throw fail('REFUND_ABOVE_REMAINING', { params: { remaining: money.refundable } });
  if (payment && !isExpressible(provider, payment, amount))
    throw failFields([{ path, code: 'invalid_format' }]);
  const made = { amount, note, notifies: notify, createdBy: userOf(ctx.actor).userId };
  const key = `order:${order.id}:refund:${money.refunds.length + 1}`;
  const refund = payment
    ? await openRefund(tx, ctx, order, payment, { ...made, key, reason: 'requested' })
    : await recordRefundByHand(tx, ctx, order, { ...made, isCredited });
  if (!refund) throw new Error(`A refund of order ${order.id} was made before`);
  return refund;
}
