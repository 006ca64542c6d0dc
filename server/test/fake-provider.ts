import {
  isFinalPayment,
  type PaymentProvider,
  ProviderError,
  type ProviderPayment,
  type ProviderPaymentStatus,
  type ProviderRefund,
} from '../platform/payments-port.ts';
import { createTestBankProvider } from '../test-bank/provider.ts';

/** A provider in memory, whose payments tests move by hand and whose calls they may let fail. */
export function createFakeProvider() {
  const payments = new Map<string, ProviderPayment>();
  const byKey = new Map<string, string>();
  const refunds = new Map<string, ProviderRefund>();
  const broken = new Set<'createPayment' | 'lookUp' | 'cancel' | 'refund'>();
  const { checkAmount, parseWebhook } = createTestBankProvider({
    baseUrl: 'http://127.0.0.1:9',
    secret: 'fake',
  });

  const works = (operation: 'createPayment' | 'lookUp' | 'cancel' | 'refund') => {
    if (broken.has(operation))
      throw new ProviderError('timeout', 'no answer', { provider: 'test_bank', operation });
  };
  const get = (id: string): ProviderPayment => {
    const found = payments.get(id);
    if (!found)
      throw new ProviderError('rejected', 'unknown payment', { provider: 'test_bank', operation: 'lookUp' });
    return found;
  };
  const set = (id: string, status: ProviderPaymentStatus): ProviderPayment => {
    const known = get(id);
    const next = isFinalPayment(known.status) ? known : { ...known, status };
    payments.set(id, next);
    return next;
  };

  const provider: PaymentProvider = {
    name: 'test_bank',
    connect: null,
    publishableKey: null,
    checkAmount,
    parseWebhook,
    createPayment: async (input) => {
      works('createPayment');
      const id = byKey.get(input.idempotencyKey) ?? `fake_${payments.size + 1}_${input.orderShortId}`;
      byKey.set(input.idempotencyKey, id);
      const fresh: ProviderPayment = {
        id,
        status: 'requires_payment',
        amount: input.amount,
        currency: input.currency,
        refunded: 0,
        clientToken: `token_${id}`,
        failure: null,
        card: null,
        metadata: { orderShortId: input.orderShortId },
      };
      payments.set(id, payments.get(id) ?? fresh);
      return get(id);
    },
    lookUp: async ({ providerPaymentId }) => {
      works('lookUp');
      return get(providerPaymentId);
    },
    cancel: async ({ providerPaymentId }) => {
      works('cancel');
      const known = get(providerPaymentId);
      return known.status === 'processing' ? known : set(providerPaymentId, 'cancelled');
    },
    refund: async ({ idempotencyKey, providerPaymentId, amount }) => {
      works('refund');
      const payment = get(providerPaymentId);
      const known = refunds.get(idempotencyKey);
      if (known) return known;
      const made: ProviderRefund = {
        id: `refund_${refunds.size + 1}_${providerPaymentId}`,
        paymentId: providerPaymentId,
        status: 'succeeded',
        amount,
        currency: payment.currency,
        failure: null,
      };
      refunds.set(idempotencyKey, made);
      payments.set(providerPaymentId, { ...payment, refunded: payment.refunded + amount });
      return made;
    },
    lookUpRefund: async ({ providerRefundId }) => {
      const found = [...refunds.values()].find((refund) => refund.id === providerRefundId);
      if (!found)
        throw new ProviderError('rejected', 'unknown refund', { provider: 'test_bank', operation: 'lookUp' });
      return found;
    },
    lookUpDispute: async () => {
      throw new ProviderError('rejected', 'unknown dispute', { provider: 'test_bank', operation: 'lookUp' });
    },
  };
  /** The payment of an order at the provider. */
  const paymentOf = (orderShortId: string) =>
    [...payments.values()].find((payment) => payment.metadata.orderShortId === orderShortId);
  return { provider, set, paymentOf, refunds, broken };
}
