import {
  isFinalPayment,
  type PaymentProvider,
  type ProviderDispute,
  ProviderError,
  type ProviderErrorKind,
  type ProviderPayment,
  type ProviderPaymentStatus,
  type ProviderRefund,
  type ProviderRefundStatus,
} from '../../payment-providers/port.ts';
import { createTestBankProvider } from '../../payment-providers/test-bank/provider.ts';

type Operation = 'createPayment' | 'lookUp' | 'cancel' | 'refund' | 'lookUpRefund' | 'lookUpDispute';
/** How one call fails, before its effect or after it. */
export type FakeFault = { kind: ProviderErrorKind; when: 'before' | 'after'; status?: number };

/** A provider in memory. Tests change its payments directly and can make its calls fail. */
export function createFakeProvider() {
  const payments = new Map<string, ProviderPayment>();
  const byKey = new Map<string, string>();
  const refunds = new Map<string, ProviderRefund>();
  const disputes = new Map<string, ProviderDispute>();
  const broken = new Set<Operation>();
  const waiting = new Map<Operation, FakeFault[]>();
  const behaviour: { refund: ProviderRefundStatus } = { refund: 'succeeded' };
  const { checkAmount, parseWebhook } = createTestBankProvider({
    baseUrl: 'http://127.0.0.1:9',
    secret: 'fake',
  });

  const works = (operation: Operation) => {
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

  const rejected = (operation: Operation, code: string) =>
    new ProviderError('rejected', code, { provider: 'test_bank', operation, code });
  /** Runs a call with its queued fault. */
  function struck<T>(operation: Operation, call: () => T): T {
    const fault = waiting.get(operation)?.shift();
    const error =
      fault &&
      new ProviderError(fault.kind, 'a fault of the test', {
        provider: 'test_bank',
        operation,
        status: fault.status,
      });
    if (error && fault?.when === 'before') throw error;
    const result = call();
    if (error) throw error;
    return result;
  }
  const refundOf = (id: string): ProviderRefund => {
    const found = [...refunds.values()].find((refund) => refund.id === id);
    if (!found) throw rejected('lookUpRefund', 'NOT_FOUND');
    return found;
  };
  const giveBack = (id: string, amount: number) =>
    payments.set(id, { ...get(id), refunded: get(id).refunded + amount });
  function makeRefund(key: string, paymentId: string, amount: number, status: ProviderRefundStatus) {
    const payment = get(paymentId);
    if (amount > payment.amount - payment.refunded) throw rejected('refund', 'REFUND_EXCEEDS_PAYMENT');
    const id = `refund_${refunds.size + 1}_${paymentId}`;
    const made: ProviderRefund = {
      id,
      paymentId,
      status,
      amount,
      currency: payment.currency,
      failure: null,
    };
    refunds.set(key, made);
    if (status !== 'failed') giveBack(paymentId, amount);
    return made;
  }
  /** Decides a refund. The amount of a failed refund can be refunded again. */
  function setRefund(id: string, status: ProviderRefundStatus): ProviderRefund {
    const known = refundOf(id);
    const failure = status === 'failed' ? { code: 'declined', message: 'The bank declined.' } : null;
    const next = { ...known, status, failure };
    for (const [key, refund] of refunds) if (refund.id === id) refunds.set(key, next);
    if (status === 'failed' && known.status !== 'failed') giveBack(known.paymentId, -known.amount);
    return next;
  }
  /** A refund made in the provider's own dashboard. */
  const refundElsewhere = (paymentId: string, amount: number, status: ProviderRefundStatus = 'succeeded') =>
    makeRefund(`elsewhere:${refunds.size}`, paymentId, amount, status);
  const isElsewhere = (id: string) =>
    [...refunds].some(([key, refund]) => refund.id === id && key.startsWith('elsewhere:'));
  const setDispute = (dispute: ProviderDispute) => disputes.set(dispute.id, dispute);
  const addFault = (operation: Operation, fault: FakeFault) =>
    waiting.set(operation, [...(waiting.get(operation) ?? []), fault]);

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
      return struck('refund', () => {
        const known = refunds.get(idempotencyKey);
        return known ?? makeRefund(idempotencyKey, providerPaymentId, amount, behaviour.refund);
      });
    },
    lookUpRefund: async ({ providerRefundId }) => {
      works('lookUpRefund');
      return struck('lookUpRefund', () => refundOf(providerRefundId));
    },
    lookUpDispute: async ({ providerDisputeId }) => {
      works('lookUpDispute');
      return struck('lookUpDispute', () => {
        const found = disputes.get(providerDisputeId);
        if (!found) throw rejected('lookUpDispute', 'NOT_FOUND');
        return found;
      });
    },
  };
  /** The payment of an order at the provider. */
  const paymentOf = (orderShortId: string) =>
    [...payments.values()].find((payment) => payment.metadata.orderShortId === orderShortId);
  return {
    provider,
    set,
    paymentOf,
    refunds,
    broken,
    addFault,
    setRefund,
    refundElsewhere,
    isElsewhere,
    setDispute,
    behaviour,
  };
}
