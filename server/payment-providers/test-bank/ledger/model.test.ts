import { describe, expect, test } from 'vitest';
import {
  type BankCard,
  type BankPayment,
  type BankRefund,
  cancelPayment,
  confirmPayment,
  decideChallenge,
  OPENED,
  openRefund,
  type Rules,
  type Step,
  settlePayment,
  settleRefund,
} from './model.ts';
import { findTestCard } from './test-cards.ts';

const NOW = new Date('2027-05-01T10:00:00.000Z');
const rules: Rules = { now: NOW, settleDelayMs: 4000, maxAttempts: 3 };
const LATER = new Date(NOW.getTime() + 4000);

const opened: BankPayment = {
  id: 'tb_pay_1',
  account: null,
  orderShortId: 'o_1',
  description: 'Marea 2027',
  merchantName: null,
  receiptEmail: null,
  returnUrl: 'http://localhost/back',
  amount: 25910,
  currency: 'EUR',
  applicationFee: 0,
  ...OPENED,
};

function cardOf(number: string): BankCard {
  const card = findTestCard(number);
  if (!card) throw new Error(`no test card ${number}`);
  return { brand: card.brand, behaviour: card.behaviour, last4: number.slice(-4) };
}

const pay = (number: string, payment = opened, challengeId = 'c1') =>
  confirmPayment(payment, { ...rules, card: cardOf(number), challengeId });

function done(step: Step) {
  if (!step.ok) throw new Error(`refused: ${step.code}`);
  return step;
}

describe('confirming with a card', () => {
  test.each([
    ['4242424242424242', 'succeeded', null, ['payment.succeeded']],
    ['4000000000000002', 'requires_payment', 'declined', ['payment.attempt_failed']],
    ['4000000000009995', 'requires_payment', 'insufficient_funds', ['payment.attempt_failed']],
    ['4000000000000069', 'requires_payment', 'expired_card', ['payment.attempt_failed']],
    ['4000000000000127', 'requires_payment', 'incorrect_cvc', ['payment.attempt_failed']],
    ['4000000000000119', 'requires_payment', 'processing_error', ['payment.attempt_failed']],
    ['4000002760003184', 'requires_action', null, ['payment.requires_action']],
    ['4000000000000077', 'processing', null, ['payment.processing']],
    ['4000000000000341', 'processing', null, ['payment.processing']],
  ])('%s -> %s', (number, status, failureCode, events) => {
    const step = done(pay(number));
    expect(step.payment).toMatchObject({ status, failureCode, attempts: 1 });
    expect(step.events).toEqual(events);
  });

  test('a refused payment takes another card and forgets the failure', () => {
    const refused = done(pay('4000000000000002')).payment;
    expect(done(pay('4242424242424242', refused)).payment).toMatchObject({
      status: 'succeeded',
      failureCode: null,
      attempts: 2,
    });
  });

  test('the last allowed attempt fails for good', () => {
    let payment = opened;
    for (let attempt = 1; attempt <= 3; attempt += 1)
      payment = done(pay('4000000000000002', payment)).payment;
    expect(payment).toMatchObject({ status: 'failed', failureCode: 'declined' });
    expect(pay('4242424242424242', payment)).toEqual({ ok: false, code: 'PAYMENT_ENDED' });
  });

  test.each(['4242424242424242', '4000000000000077', '4000002760003184'])(
    'a double click with %s is one attempt',
    (number) => {
      const first = done(pay(number)).payment;
      const second = done(pay(number, first, 'c2'));
      expect(second.payment).toBe(first);
      expect(second.events).toEqual([]);
    },
  );

  test('another card replaces an open challenge', () => {
    const first = done(pay('4000002760003184')).payment;
    const second = done(pay('4000008400001629', first, 'c2')).payment;
    expect(second).toMatchObject({ status: 'requires_action', challengeId: 'c2', attempts: 2 });
    expect(decideChallenge(second, { ...rules, challengeId: 'c1', decision: 'approve' }).ok).toBe(false);
  });
});

describe('3-D Secure', () => {
  test.each([
    ['4000002760003184', 'approve', 'succeeded', null],
    ['4000002760003184', 'refuse', 'requires_payment', 'authentication_failed'],
    ['4000008400001629', 'approve', 'requires_payment', 'declined'],
  ] as const)('%s, %s -> %s', (number, decision, status, failureCode) => {
    const waiting = done(pay(number)).payment;
    const decided = done(decideChallenge(waiting, { ...rules, challengeId: 'c1', decision })).payment;
    expect(decided).toMatchObject({ status, failureCode });
    expect(decideChallenge(decided, { ...rules, challengeId: 'c1', decision })).toEqual({
      ok: false,
      code: 'CHALLENGE_ENDED',
    });
  });
});

describe('asynchronous results', () => {
  test.each([
    ['4000000000000077', 'succeeded', 'payment.succeeded'],
    ['4000000000000341', 'failed', 'payment.failed'],
  ])('%s ends %s, not before its time', (number, status, event) => {
    const processing = done(pay(number)).payment;
    expect(settlePayment(processing, new Date(LATER.getTime() - 1)).events).toEqual([]);
    const settled = settlePayment(processing, LATER);
    expect(settled.payment).toMatchObject({ status, settleAt: null });
    expect(settled.events).toEqual([event]);
    expect(settlePayment(settled.payment, LATER).events).toEqual([]);
  });
});

test.each([
  ['requires_payment', 'cancelled'],
  ['requires_action', 'cancelled'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
] as const)('cancelling a payment that is %s leaves it %s', (status, after) => {
  const step = done(cancelPayment({ ...opened, status }));
  expect(step.payment.status).toBe(after);
  expect(step.events).toEqual(status === after ? [] : ['payment.cancelled']);
});

describe('refunds', () => {
  const paid = (number: string) => done(pay(number)).payment;
  const refund = (payment: BankPayment, amount: number) =>
    openRefund(payment, { ...rules, id: 'r1', amount });
  const refundOf = (step: Step): BankRefund => {
    const made = done(step).refund;
    if (!made) throw new Error('no refund');
    return made;
  };

  test('in parts up to the whole, and not a cent more', () => {
    const part = done(refund(paid('4242424242424242'), 10000)).payment;
    expect(part.refunded).toBe(10000);
    expect(refund(part, 15911)).toEqual({ ok: false, code: 'REFUND_EXCEEDS_PAYMENT' });
    expect(done(refund(part, 15910)).payment.refunded).toBe(25910);
  });

  test('only of what was paid', () => {
    expect(refund(opened, 100)).toEqual({ ok: false, code: 'PAYMENT_NOT_REFUNDABLE' });
  });

  test('that stay pending and succeed later', () => {
    const step = done(refund(paid('4000000000007726'), 500));
    expect(step.refund?.status).toBe('pending');
    const settled = settleRefund(step.payment, refundOf(step), LATER);
    expect(settled).toMatchObject({
      refund: { status: 'succeeded' },
      payment: { refunded: 500 },
      events: ['refund.succeeded'],
    });
  });

  test('that fail later give the amount back', () => {
    const step = done(refund(paid('4000000000005126'), 500));
    expect(step.refund?.status).toBe('succeeded');
    const settled = settleRefund(step.payment, refundOf(step), LATER);
    expect(settled).toMatchObject({
      refund: { status: 'failed' },
      payment: { refunded: 0 },
      events: ['refund.failed'],
    });
  });
});
