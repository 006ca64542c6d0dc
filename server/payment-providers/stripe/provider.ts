import type { Stripe } from 'stripe';
import type { CreatePaymentInput, PaymentProvider, RefundInput } from '../port.ts';
import { checkAmount, toStripeAmount } from './amounts.ts';
import { createClient } from './client.ts';
import { createConnection } from './connection.ts';
import { toProviderError } from './errors.ts';
import { withKeys } from './replays.ts';
import { ORDER_KEY, REQUEST_KEY, toDispute, toPayment, toRefund } from './statuses.ts';
import { readWebhook } from './webhooks.ts';

type StripeProviderOptions = {
  secretKey: string;
  publishableKey: string;
  /** One secret for each webhook endpoint: the own account's, and the connected accounts'. */
  webhookSecrets: readonly string[];
  /** Whether organizers connect their own accounts, which are then charged. */
  connect: boolean;
  apiBase?: string | undefined;
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

const DESCRIPTION_MAX = 1000;
/**
 * The number of latest payments that are searched for the payment of an unanswered call. That payment must be
 * recent.
 */
const LATEST = 100;
const WITH_CHARGE = { expand: ['latest_charge'] };

const inAccount = (account: string | null): Stripe.RequestOptions =>
  account === null ? {} : { stripeAccount: account };

function intentParams(input: CreatePaymentInput, key: string): Stripe.PaymentIntentCreateParams {
  const { amount, currency, account, applicationFee = 0 } = input;
  return {
    amount: toStripeAmount(amount, currency),
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    description: input.description.slice(0, DESCRIPTION_MAX),
    metadata: { [ORDER_KEY]: input.orderShortId, [REQUEST_KEY]: key },
    ...(input.receiptEmail !== null && { receipt_email: input.receiptEmail }),
    ...(account !== null &&
      applicationFee > 0 && { application_fee_amount: toStripeAmount(applicationFee, currency) }),
    ...WITH_CHARGE,
  };
}

function refundParams(input: RefundInput, minor: number, key: string): Stripe.RefundCreateParams {
  const { reason = 'requested_by_customer', account, applicationFee = 0 } = input;
  return {
    payment_intent: input.providerPaymentId,
    amount: minor,
    reason: reason === 'duplicate' ? 'duplicate' : 'requested_by_customer',
    metadata: { entrada_reason: reason, [REQUEST_KEY]: key },
    ...(account !== null && applicationFee > 0 && { refund_application_fee: true }),
  };
}

/**
 * Entrada's Stripe client: payment intents, direct charges on connected accounts, refunds, disputes,
 * webhooks.
 */
export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = createClient(options);
  const isLive = !/^(sk|rk)_test_/.test(options.secretKey);

  /** Runs a call. Every error becomes a ProviderError. */
  async function call<T>(operation: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw toProviderError(error, operation);
    }
  }

  const retrieve = (id: string, account: string | null) =>
    stripe.paymentIntents.retrieve(id, WITH_CHARGE, inAccount(account));

  async function findIntent(key: string, account: string | null): Promise<Stripe.PaymentIntent | null> {
    const latest = await stripe.paymentIntents.list(
      { limit: LATEST, expand: ['data.latest_charge'] },
      inAccount(account),
    );
    return latest.data.find((intent) => intent.metadata[REQUEST_KEY] === key) ?? null;
  }

  async function findRefund(key: string, input: RefundInput): Promise<Stripe.Refund | null> {
    const made = await stripe.refunds.list(
      { payment_intent: input.providerPaymentId, limit: LATEST },
      inAccount(input.account),
    );
    return made.data.find((refund) => refund.metadata?.[REQUEST_KEY] === key) ?? null;
  }

  async function refundAmount({
    providerPaymentId,
    account,
    amount,
    currency,
  }: RefundInput): Promise<number> {
    const known = currency ?? (await retrieve(providerPaymentId, account)).currency.toUpperCase();
    return toStripeAmount(amount, known);
  }

  /** Order numbers start again with every new database. Short ids of orders and Stripe's ids stay unique. */
  const uniqueKey = (key: string, owner: string) => `${key}:${owner}`;

  return {
    name: 'stripe',
    publishableKey: options.publishableKey,
    connect: options.connect ? createConnection(stripe) : null,
    checkAmount,
    createPayment: (input) =>
      call('createPayment', async () => {
        const intent = await withKeys(uniqueKey(input.idempotencyKey, input.orderShortId), {
          make: (key) =>
            stripe.paymentIntents.create(intentParams(input, key), {
              ...inAccount(input.account),
              idempotencyKey: key,
            }),
          find: (key) => findIntent(key, input.account),
        });
        return toPayment(intent, 'createPayment');
      }),
    lookUp: ({ providerPaymentId, account }) =>
      call('lookUp', async () => toPayment(await retrieve(providerPaymentId, account), 'lookUp')),
    cancel: ({ providerPaymentId, account }) =>
      call('cancel', async () => {
        try {
          const cancelled = await stripe.paymentIntents.cancel(
            providerPaymentId,
            WITH_CHARGE,
            inAccount(account),
          );
          return toPayment(cancelled, 'cancel');
        } catch (error) {
          const code = (error as { code?: unknown }).code;
          if (code !== 'payment_intent_unexpected_state') throw error;
          // The payment was decided in the meantime, or cancelled before.
          return toPayment(await retrieve(providerPaymentId, account), 'cancel');
        }
      }),
    refund: (input) =>
      call('refund', async () => {
        const amount = await refundAmount(input);
        const refund = await withKeys(uniqueKey(input.idempotencyKey, input.providerPaymentId), {
          make: (key) =>
            stripe.refunds.create(refundParams(input, amount, key), {
              ...inAccount(input.account),
              idempotencyKey: key,
            }),
          find: (key) => findRefund(key, input),
        });
        return toRefund(refund, 'refund');
      }),
    lookUpRefund: ({ providerRefundId, account }) =>
      call('lookUpRefund', async () =>
        toRefund(await stripe.refunds.retrieve(providerRefundId, {}, inAccount(account)), 'lookUpRefund'),
      ),
    lookUpDispute: ({ providerDisputeId, account }) =>
      call('lookUpDispute', async () =>
        toDispute(await stripe.disputes.retrieve(providerDisputeId, {}, inAccount(account)), 'lookUpDispute'),
      ),
    parseWebhook: (input) => readWebhook(stripe, { secrets: options.webhookSecrets, isLive }, input),
  };
}
