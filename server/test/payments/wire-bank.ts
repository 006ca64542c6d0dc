import { createHash } from 'node:crypto';
import type { PaymentProvider, ProviderPaymentStatus } from '../../payment-providers/port.ts';
import type { BankDispute } from '../../payment-providers/test-bank/ledger/disputes.ts';
import {
  type BankPayment,
  type BankRefund,
  cancelPayment,
  OPENED,
  openRefund,
} from '../../payment-providers/test-bank/ledger/model.ts';
import { disputeView, paymentView, refundView } from '../../payment-providers/test-bank/ledger/views.ts';
import { createTestBankProvider } from '../../payment-providers/test-bank/provider.ts';
import { deriveKeys, SIGNATURE_HEADER, signWebhook } from '../../payment-providers/test-bank/signature.ts';
import { strike, type WireFault } from './wire-faults.ts';

export type WireSite = 'createPayment' | 'lookUp' | 'cancel' | 'refund' | 'lookUpRefund' | 'lookUpDispute';
export type WireCall = { site: WireSite; orderShortId: string };
type Waiting = {
  site: WireSite;
  fault: WireFault | 'unauthorized';
  when: 'before' | 'after';
  isLong: boolean;
};
type Answer = { status: number; body: unknown };
type Effect = { orderShortId: string; effect: 'payment' | 'cancel' | 'refund'; key: string | null };

const SECRET = 'a bank on the wire';
const refusal = (status: number, code: string): Answer => ({ status, body: { code, detail: code } });
const NOT_FOUND = refusal(404, 'NOT_FOUND');

/**
 * A bank in this process behind the real client of the test bank. The client reads every answer and error
 * itself, but there is no socket and no waiting. Faults are queued for the calls of one order. A journal
 * keeps every effect. `onCall` runs while the application waits for the answer.
 */
export function createWireBank(onCall: (call: WireCall) => Promise<void> = async () => undefined) {
  const payments = new Map<string, BankPayment>();
  const refunds = new Map<string, BankRefund>();
  const disputes = new Map<string, BankDispute>();
  const answered = new Map<string, { hash: string; answer: Answer }>();
  const faults = new Map<string, Waiting[]>();
  const struck = new Map<string, number>();
  const journal: Effect[] = [];
  const calls: WireCall[] = [];
  const violations: string[] = [];
  const behaviour: { refund: 'succeeded' | 'pending' } = { refund: 'succeeded' };

  const ofOrder = (orderShortId: string) =>
    [...payments.values()].filter((payment) => payment.orderShortId === orderShortId);
  const isOpen = ({ status }: BankPayment) => status !== 'failed' && status !== 'cancelled';
  const withToken = (payment: BankPayment) => ({
    ...paymentView(payment),
    clientToken: `token_${payment.id}`,
  });
  const shown = (payment: BankPayment): Answer => ({ status: 200, body: withToken(payment) });

  function create(body: Record<string, unknown>, key: string | null): Answer {
    const orderShortId = String(body['orderShortId']);
    if (ofOrder(orderShortId).some(isOpen)) violations.push(`${orderShortId} has two payments alive`);
    const payment: BankPayment = {
      id: `pay_${payments.size + 1}`,
      account: null,
      orderShortId,
      description: '',
      merchantName: null,
      receiptEmail: null,
      returnUrl: '',
      amount: Number(body['amount']),
      currency: String(body['currency']),
      applicationFee: 0,
      ...OPENED,
    };
    payments.set(payment.id, payment);
    journal.push({ orderShortId, effect: 'payment', key });
    return shown(payment);
  }

  function cancel(payment: BankPayment): Answer {
    const step = cancelPayment(payment);
    if (!step.ok) return refusal(409, step.code);
    if (step.payment.status !== payment.status) {
      journal.push({ orderShortId: payment.orderShortId, effect: 'cancel', key: null });
    }
    payments.set(payment.id, step.payment);
    return shown(step.payment);
  }

  function refund(payment: BankPayment, amount: number, key: string | null): Answer {
    const isDisputed = [...disputes.values()].some((one) => one.paymentId === payment.id);
    const rules = { now: new Date(), settleDelayMs: 0, maxAttempts: 1 };
    const step = openRefund(payment, { ...rules, id: `ref_${refunds.size + 1}`, amount, isDisputed });
    if (!step.ok || !step.refund) return refusal(409, step.ok ? 'INTERNAL' : step.code);
    payments.set(payment.id, step.payment);
    const made: BankRefund = { ...step.refund, status: behaviour.refund };
    refunds.set(made.id, made);
    journal.push({ orderShortId: payment.orderShortId, effect: 'refund', key });
    return { status: 201, body: refundView(payment, made) };
  }

  /** Finds out what a request asks for, and how to answer it. */
  function understand(method: string, path: string, body: Record<string, unknown>, key: string | null) {
    const [, kind, id = '', action] = path.replace('/test-bank/v1', '').split('/');
    const of = (paymentId: string | undefined) => payments.get(paymentId ?? '');
    const about = (site: WireSite, payment: BankPayment | undefined, run: (one: BankPayment) => Answer) => ({
      site,
      orderShortId: payment?.orderShortId ?? '',
      run: () => {
        const now = of(payment?.id);
        return now ? run(now) : NOT_FOUND;
      },
    });
    if (kind === 'payments' && method === 'POST' && id === '') {
      const orderShortId = String(body['orderShortId']);
      return { site: 'createPayment' as const, orderShortId, run: () => create(body, key) };
    }
    if (kind === 'payments' && action === 'cancel') return about('cancel', of(id), cancel);
    if (kind === 'payments' && action === 'refunds') {
      return about('refund', of(id), (payment) => refund(payment, Number(body['amount']), key));
    }
    if (kind === 'payments') return about('lookUp', of(id), shown);
    if (kind === 'refunds') {
      return about('lookUpRefund', of(refunds.get(id)?.paymentId), (payment) => {
        const found = refunds.get(id);
        return found ? { status: 200, body: refundView(payment, found) } : NOT_FOUND;
      });
    }
    return about('lookUpDispute', of(disputes.get(id)?.paymentId), (payment) => {
      const found = disputes.get(id);
      return found ? { status: 200, body: disputeView(payment, found) } : NOT_FOUND;
    });
  }

  /** Repeats the earlier answer to a used key. Refuses a used key with another request. */
  function once(key: string | null, said: string, run: () => Answer): Answer {
    if (key === null) return run();
    const hash = createHash('sha256').update(said).digest('hex');
    const known = answered.get(key);
    if (known && known.hash !== hash) {
      violations.push(`the key ${key} was used for another request`);
      return refusal(409, 'IDEMPOTENCY_KEY_REUSED');
    }
    if (known) return known.answer;
    const answer = run();
    answered.set(key, { hash, answer });
    return answer;
  }

  /**
   * The queued fault for this call of this order, if there is one. A fault that is not long is then removed.
   */
  function takeFault(site: WireSite, orderShortId: string): Waiting | undefined {
    const all = faults.get(orderShortId) ?? [];
    const found = all.find((one) => one.site === site);
    if (!found) return undefined;
    struck.set(orderShortId, (struck.get(orderShortId) ?? 0) + 1);
    if (!found.isLong)
      faults.set(
        orderShortId,
        all.filter((one) => one !== found),
      );
    return found;
  }

  const send: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const said = typeof init?.body === 'string' ? init.body : '';
    const key = new Headers(init?.headers).get('idempotency-key');
    const body = said === '' ? {} : (JSON.parse(said) as Record<string, unknown>);
    const { site, orderShortId, run } = understand(init?.method ?? 'GET', pathname, body, key);
    calls.push({ site, orderShortId });
    await onCall({ site, orderShortId });
    const waiting = takeFault(site, orderShortId);
    if (waiting?.when === 'before') return strike(waiting.fault);
    const answer = once(key, pathname + said, run);
    if (waiting) return strike(waiting.fault);
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  };

  const provider: PaymentProvider = createTestBankProvider({
    baseUrl: 'http://bank.test',
    secret: SECRET,
    fetch: send,
  });

  let events = 0;
  /** The body of an event about a payment, or about its refund or dispute. */
  function event(
    type: string,
    about: { payment: string; refund?: string; dispute?: string; account?: string | null; id?: string },
  ): string {
    events += 1;
    const one = (id: string | undefined) => (id === undefined ? null : { id });
    return JSON.stringify({
      id: about.id ?? `evt_${events}`,
      type,
      account: about.account ?? null,
      createdAt: new Date().toISOString(),
      data: { payment: { id: about.payment }, refund: one(about.refund), dispute: one(about.dispute) },
    });
  }
  const signature = (rawBody: string, now = new Date()) => ({
    [SIGNATURE_HEADER]: signWebhook({ key: deriveKeys(SECRET).webhook, rawBody, now }),
  });

  /** Sets a payment to the state that the story needs, without the rules of the bank. */
  function set(paymentId: string, change: Partial<BankPayment>): void {
    const payment = payments.get(paymentId);
    if (payment) payments.set(paymentId, { ...payment, ...change });
  }
  /** The buyer pays if that is still possible. Returns whether it was. */
  function pay(orderShortId: string, status: ProviderPaymentStatus = 'succeeded'): boolean {
    const open = ofOrder(orderShortId).find(isOpen);
    if (!open || open.status === 'succeeded') return false;
    set(open.id, { status });
    return true;
  }
  function dispute(paymentId: string): BankDispute {
    const opened: BankDispute = {
      id: `dis_${disputes.size + 1}`,
      paymentId,
      amount: payments.get(paymentId)?.amount ?? 0,
      reason: 'fraudulent',
      status: 'needs_response',
      respondBy: null,
      opensAt: null,
    };
    disputes.set(opened.id, opened);
    return opened;
  }

  return {
    provider,
    payments,
    refunds,
    disputes,
    faults,
    struck,
    journal,
    calls,
    violations,
    behaviour,
    ofOrder,
    isOpen,
    event,
    signature,
    set,
    pay,
    dispute,
  };
}

export type WireBank = ReturnType<typeof createWireBank>;
