import { randomBytes } from 'node:crypto';
import {
  type BankDispute,
  type DisputeAction,
  holdsMoney,
  moveDispute,
  openDispute,
  planDispute,
} from '../../payment-providers/test-bank/ledger/disputes.ts';
import {
  type BankPayment,
  type BankRefund,
  type Change,
  cancelPayment,
  confirmPayment,
  decideChallenge,
  OPENED,
  openRefund,
  type Rules,
  type Step,
  settlePayment,
  settleRefund,
} from '../../payment-providers/test-bank/ledger/model.ts';
import { findTestCard } from '../../payment-providers/test-bank/ledger/test-cards.ts';

export type FakeAccount = {
  id: string;
  email: string | null;
  country: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
};

/** A payment of the shared model with the data that only Stripe has. Amounts are in Stripe's own units. */
export type FakePayment = BankPayment & {
  clientSecret: string;
  chargeId: string;
  metadata: Record<string, string>;
  created: number;
  returnUrl: string;
  /** The part of the application fee that refunds gave back. */
  feeRefunded: number;
};
export type FakeRefund = BankRefund & { metadata: Record<string, string>; reason: string | null };

export type FakeChange = {
  type: string;
  payment: FakePayment | null;
  refund: FakeRefund | null;
  dispute: BankDispute | null;
  account: FakeAccount | null;
};

export type FakeState = ReturnType<typeof createState>;

export type FakeRefusal = { ok: false; code: string };

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

const EVENTS: Record<string, string[]> = {
  'payment.requires_action': ['payment_intent.requires_action'],
  'payment.processing': ['payment_intent.processing'],
  'payment.succeeded': ['charge.succeeded', 'payment_intent.succeeded'],
  'payment.attempt_failed': ['payment_intent.payment_failed'],
  'payment.failed': ['payment_intent.payment_failed'],
  'payment.cancelled': ['payment_intent.canceled'],
  'refund.created': ['refund.created', 'charge.refunded'],
  'refund.succeeded': ['refund.updated'],
  'refund.failed': ['refund.failed'],
  'dispute.created': ['charge.dispute.created'],
  'dispute.updated': ['charge.dispute.updated'],
  'dispute.closed': ['charge.dispute.closed'],
};

/**
 * All data of the fake, in memory. It changes by the same model as the test bank. `onChange` gets every
 * change, as Stripe reports changes by webhook.
 */
export function createState(options: {
  now: () => Date;
  settleDelayMs: number;
  onChange: (change: FakeChange) => void;
}) {
  const payments = new Map<string, FakePayment>();
  const refunds = new Map<string, FakeRefund>();
  const disputes = new Map<string, BankDispute>();
  const accounts = new Map<string, FakeAccount>();
  const timers = new Set<NodeJS.Timeout>();
  // Stripe has no final failure. An intent always accepts another card.
  const rules = (): Rules => ({
    now: options.now(),
    settleDelayMs: options.settleDelayMs,
    maxAttempts: Number.POSITIVE_INFINITY,
  });

  const told = (change: Partial<FakeChange> & { events: readonly string[] }) => {
    const { payment = null, refund = null, dispute = null, account = null } = change;
    for (const event of change.events)
      for (const type of EVENTS[event] ?? [event])
        options.onChange({ type, payment, refund, dispute, account });
  };

  function later(work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, options.settleDelayMs + 1);
    timers.add(timer);
  }

  /**
   * Keeps the result of a step of the model. Anything that settles by itself is checked again when it is due.
   */
  function keep(known: FakePayment, change: Change): FakePayment {
    const isFinallyFailed = change.payment.status === 'failed';
    const payment: FakePayment = {
      ...known,
      ...change.payment,
      ...(isFinallyFailed && { status: 'requires_payment' as const }),
    };
    payments.set(payment.id, payment);
    told({ payment, events: change.events });
    if (payment.settleAt) later(() => settle(payment.id));
    if (change.events.includes('payment.succeeded')) planDisputeOf(payment);
    return payment;
  }

  function planDisputeOf(payment: FakePayment): void {
    const now = options.now();
    const planned = planDispute(payment, { id: newId('du'), now, delayMs: options.settleDelayMs });
    if (!planned) return;
    later(() => {
      const opened = openDispute({ ...planned, opensAt: now }, options.now());
      disputes.set(planned.id, opened.dispute);
      told({ payment: payments.get(payment.id) ?? payment, dispute: opened.dispute, events: opened.events });
    });
  }

  function settle(id: string): FakePayment | undefined {
    const known = payments.get(id);
    if (!known) return undefined;
    const change = settlePayment(known, options.now());
    return change.events.length > 0 ? keep(known, change) : known;
  }

  function settleRefundOf(id: string): void {
    const refund = refunds.get(id);
    const payment = refund && payments.get(refund.paymentId);
    if (!refund || !payment) return;
    const change = settleRefund(payment, refund, options.now());
    if (change.events.length === 0) return;
    const settled = { ...refund, ...change.refund };
    refunds.set(id, settled);
    payments.set(payment.id, { ...payment, refunded: change.payment.refunded });
    told({ payment: payments.get(payment.id) ?? payment, refund: settled, events: change.events });
  }

  function find(id: string, account: string | null): FakePayment | null {
    const found = settle(id);
    return found && found.account === account ? found : null;
  }

  function stepped(known: FakePayment, step: Step): { ok: true; payment: FakePayment } | FakeRefusal {
    return step.ok ? { ok: true, payment: keep(known, step) } : step;
  }

  return {
    payments,
    refunds,
    disputes,
    accounts,
    find,

    create(input: {
      amount: number;
      currency: string;
      account: string | null;
      description: string;
      applicationFee: number;
      receiptEmail: string | null;
      metadata: Record<string, string>;
    }): FakePayment {
      const id = newId('pi');
      const payment: FakePayment = {
        ...input,
        id,
        orderShortId: input.metadata['order_short_id'] ?? '',
        merchantName: null,
        returnUrl: '',
        ...OPENED,
        clientSecret: `${id}_secret_${randomBytes(12).toString('hex')}`,
        chargeId: newId('ch'),
        created: Math.floor(options.now().getTime() / 1000),
        feeRefunded: 0,
      };
      payments.set(id, payment);
      told({ payment, events: ['payment_intent.created'] });
      return payment;
    },

    /** Does what Stripe.js does when the buyer presses the button. */
    confirm(id: string, account: string | null, number: string, returnUrl: string) {
      const known = find(id, account);
      const card = findTestCard(number.replace(/\D/g, ''));
      if (!known) return { ok: false as const, code: 'resource_missing' };
      if (!card) return { ok: false as const, code: 'incorrect_number' };
      const { brand, behaviour } = card;
      const paying = { ...known, returnUrl };
      const step = confirmPayment(paying, {
        ...rules(),
        card: { brand, behaviour, last4: card.number.slice(-4) },
        challengeId: newId('3ds'),
      });
      return stepped(paying, step);
    },

    decide(challengeId: string, decision: 'approve' | 'refuse') {
      const known = [...payments.values()].find((payment) => payment.challengeId === challengeId);
      if (!known) return { ok: false as const, code: 'resource_missing' };
      return stepped(known, decideChallenge(known, { ...rules(), challengeId, decision }));
    },

    cancel(id: string, account: string | null) {
      const known = find(id, account);
      if (!known) return { ok: false as const, code: 'resource_missing' };
      if (known.status === 'succeeded' || known.status === 'processing' || known.status === 'cancelled')
        return { ok: false as const, code: 'payment_intent_unexpected_state' };
      return stepped(known, cancelPayment(known));
    },

    refund(
      id: string,
      account: string | null,
      input: {
        amount: number | null;
        withFee: boolean;
        metadata: Record<string, string>;
        reason: string | null;
      },
    ): { ok: true; refund: FakeRefund; payment: FakePayment } | FakeRefusal {
      const known = find(id, account);
      if (!known) return { ok: false, code: 'resource_missing' };
      if (input.withFee && known.applicationFee === 0)
        return { ok: false, code: 'application_fees_not_refundable' };
      const amount = input.amount ?? known.amount - known.refunded;
      const isDisputed = [...disputes.values()].some((one) => one.paymentId === id && holdsMoney(one.status));
      const step = openRefund(known, { ...rules(), id: newId('re'), amount, isDisputed });
      if (!step.ok || !step.refund) return step.ok ? { ok: false, code: 'resource_missing' } : step;
      const refund: FakeRefund = { ...step.refund, metadata: input.metadata, reason: input.reason };
      const feeBack = input.withFee ? Math.round((known.applicationFee * amount) / known.amount) : 0;
      const payment = { ...known, refunded: step.payment.refunded, feeRefunded: known.feeRefunded + feeBack };
      refunds.set(refund.id, refund);
      payments.set(id, payment);
      told({ payment, refund, events: step.events });
      if (refund.settleAt) later(() => settleRefundOf(refund.id));
      return { ok: true, refund, payment };
    },

    dispute(id: string, action: DisputeAction): boolean {
      const known = disputes.get(id);
      const step = known && moveDispute(known, action);
      if (!step?.ok) return false;
      disputes.set(id, step.dispute);
      told({
        payment: payments.get(step.dispute.paymentId) ?? null,
        dispute: step.dispute,
        events: step.events,
      });
      return true;
    },

    openAccount(input: { email: string | null; country: string }): FakeAccount {
      const account: FakeAccount = {
        ...input,
        id: newId('acct'),
        chargesEnabled: false,
        payoutsEnabled: false,
        detailsSubmitted: false,
      };
      accounts.set(account.id, account);
      return account;
    },

    /** Does what the organizer, or Stripe's own review, does to an account. */
    changeAccount(id: string, change: Partial<Omit<FakeAccount, 'id'>>): FakeAccount {
      const known = accounts.get(id);
      if (!known) throw new Error(`No account ${id}`);
      const account = { ...known, ...change };
      accounts.set(id, account);
      told({ account, events: ['account.updated'] });
      return account;
    },

    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
