import type { OutputOf } from '@entrada/contract/endpoint';
import type { BuyerOrder, startPayment } from '@entrada/contract/sales/checkout';
import type { Tx } from '../../db/client.ts';
import { together } from '../../db/pipeline.ts';
import { isFinalPayment, type PaymentProvider, ProviderError } from '../../payment-providers/port.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { type AppError, fail } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { inTurn } from '../../platform/turns.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { getOrder } from '../order-views/service.ts';
import { advance } from '../orders/advance.ts';
import type { Order } from '../orders/core/types.ts';
import { lockOpen } from '../orders/holds.ts';
import * as queries from '../orders/queries.ts';
import { chargedAccount } from '../payment-connections/service.ts';
import type { Payment } from '../payments/core/types.ts';
import { countPayments, findLatestPayment, findLivePayment, findPayment } from '../payments/queries.ts';
import { askProvider, createAtProvider, openPayment, PAYMENTS_PER_ORDER } from '../payments/service.ts';
import { applyPayment, failIfRefused, failPayment } from './settle.ts';

type Started = OutputOf<typeof startPayment>['data'];

/**
 * Begins the one payment of an order, or continues it. Writes the payment and the call that creates it before it asks
 * the provider. Asks the provider outside every transaction. Every repetition creates the same payment. Locks the order.
 * Calls `mayOpen` before it opens a new payment; `mayOpen` throws if that is not allowed. Throws PAYMENTS_NOT_SET_UP
 * without a provider, PAYMENT_NOT_REQUIRED, ORDER_DETAILS_MISSING, EVENT_CALLED_OFF, why the order is closed (`lockOpen`),
 * PAYMENT_UNCONFIRMED if the provider's answer is unknown (a job finds out), PAYMENT_FAILED if the provider refused, and
 * PRICE_BELOW_PROVIDER_MINIMUM if no card can pay the total.
 */
export async function beginPayment(
  ctx: Ctx,
  provider: PaymentProvider | null,
  shortId: string,
  mayOpen: () => Promise<void>,
): Promise<Started> {
  if (!provider) throw fail('PAYMENTS_NOT_SET_UP');
  const { order, payment } = await inTurn(ctx.db, [`order ${shortId}`], (tx) =>
    openOrFind(tx, ctx, { provider, shortId, mayOpen }),
  );
  failpoint('payment.written');
  const ready = payment.status === 'creating' ? await create(ctx, provider, payment) : payment;
  if (ready.clientToken === null || ready.providerPaymentId === null) {
    throw fail('PAYMENT_UNCONFIRMED', { retryAfter: 3 });
  }
  const id = encodeURIComponent(ready.providerPaymentId);
  return {
    provider: ready.provider,
    clientToken: ready.clientToken,
    publishableKey: provider.publishableKey,
    account: ready.providerAccount,
    confirmUrl: ready.provider === 'test_bank' ? `/test-bank/v1/payments/${id}/confirm` : '',
    returnUrl: returnUrl(ctx, order),
    amount: ready.amount,
    currency: ready.currency,
    isTestMode: ready.provider === 'test_bank' || isTestKey(provider.publishableKey),
  };
}

const isTestKey = (publishableKey: string | null) => publishableKey?.startsWith('pk_test_') ?? false;

const returnUrl = (ctx: Ctx, order: Order) =>
  `${ctx.config.baseUrl}/checkout/${order.eventId}/${order.shortId}/payment_return`;

async function openOrFind(
  tx: Tx,
  ctx: Ctx,
  {
    provider,
    shortId,
    mayOpen,
  }: { provider: PaymentProvider; shortId: string; mayOpen: () => Promise<void> },
): Promise<{ order: Order; payment: Payment }> {
  const order = await lockOpen(tx, shortId);
  if (order.total === 0) throw fail('PAYMENT_NOT_REQUIRED');
  if (!order.buyer) throw fail('ORDER_DETAILS_MISSING');
  const scope = scopeOfRow(order);
  const [live, begun, event] = await together(
    tx,
    () => findLivePayment(tx, scope, order.id),
    () => countPayments(tx, scope, order.id),
    () => eventOf(tx, order),
  );
  if (live) return { order, payment: live };
  const number = begun + 1;
  if (number > PAYMENTS_PER_ORDER) throw fail('PAYMENT_ATTEMPTS_EXHAUSTED');
  if (event.calledOffAt) throw fail('EVENT_CALLED_OFF');
  if (!event.cardPayments) throw fail('PAYMENTS_NOT_SET_UP');
  // The order was held although no card can pay its total, because it can be paid offline.
  const check = provider.checkAmount({ minor: order.total, currency: order.currency });
  if (!check.ok) {
    throw fail('PRICE_BELOW_PROVIDER_MINIMUM', { params: { reason: check.code, bound: check.bound } });
  }
  await mayOpen();
  const charged = await chargedAccount(tx, scope, {
    provider,
    config: ctx.config,
    amount: order.total,
    currency: order.currency,
  });
  const request = {
    orderShortId: order.shortId,
    description: `${event.title} · ${order.reference}`,
    merchantName: event.organizer.name,
    receiptEmail: order.buyer.email,
    returnUrl: returnUrl(ctx, order),
  };
  const { id: orderId, total: amount, currency } = order;
  const opening = { orderId, number, provider: provider.name, amount, currency, ...charged, request };
  const [payment] = await together(
    tx,
    () => openPayment(tx, scope, opening),
    () => advance(tx, order, 'payment_started'),
  );
  return { order, payment };
}

async function create(ctx: Ctx, provider: PaymentProvider, payment: Payment): Promise<Payment> {
  if (payment.provider !== provider.name) {
    // The installation has changed its provider since then: the next attempt uses the new provider.
    await failPayment(ctx, payment, 'other_provider');
    throw fail('PAYMENT_FAILED');
  }
  try {
    const created = await createAtProvider(ctx, provider, payment);
    failpoint('payment.recorded');
    await applyPayment(ctx, payment, created);
  } catch (error) {
    throw await toPaymentError(ctx, payment, error);
  }
  const known = await findPayment(ctx.db, payment.id);
  if (!known) throw new Error(`Payment ${payment.id} is gone`);
  return known;
}

/**
 * The error that a buyer gets: PAYMENT_FAILED if the provider refused, PAYMENT_UNCONFIRMED with the seconds to wait if it
 * did not answer. Other errors stay as they are.
 */
export async function toPaymentError(
  ctx: Ctx,
  payment: Payment,
  error: unknown,
): Promise<AppError | unknown> {
  if (!(error instanceof ProviderError)) return error;
  ctx.log.warn(
    { err: error, paymentId: payment.id },
    'the state of a payment could not be read from the provider',
  );
  if (await failIfRefused(ctx, payment, error)) return fail('PAYMENT_FAILED', { cause: error });
  const retryAfter = Math.max(3, error.retryAfterSeconds ?? 0);
  return fail('PAYMENT_UNCONFIRMED', { retryAfter, cause: error });
}

/**
 * Asks the provider for the status of the order's payment, applies it to the order, and answers the order. Throws
 * ORDER_NOT_FOUND, PAYMENT_FAILED if the provider refused, PAYMENT_UNCONFIRMED if it does not answer.
 */
export async function refresh(
  ctx: Ctx,
  provider: PaymentProvider | null,
  shortId: string,
): Promise<BuyerOrder> {
  const order = await queries.findByShortId(ctx.db, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  const payment = await findLatestPayment(ctx.db, scopeOfRow(order), order.id);
  const isOpen = payment && (payment.status === 'creating' || !isFinalPayment(payment.status));
  if (provider && isOpen) {
    try {
      await applyPayment(ctx, payment, await askProvider(ctx, provider, payment));
    } catch (error) {
      throw await toPaymentError(ctx, payment, error);
    }
  }
  return getOrder(ctx, shortId);
}
