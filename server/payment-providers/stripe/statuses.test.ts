import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { toDispute, toPayment, toRefund } from './statuses.ts';

/** A Stripe object with only the fields that are read here. */
const intent = (change: object) =>
  toPayment(
    {
      id: 'pi_1',
      status: 'succeeded',
      amount: 2500,
      amount_received: 2500,
      currency: 'eur',
      client_secret: 'pi_1_secret',
      latest_charge: null,
      last_payment_error: null,
      metadata: {},
      ...change,
    } as unknown as Stripe.PaymentIntent,
    'lookUp',
  );

test('what came in counts, not what was asked for; until then what was asked for', () => {
  expect(intent({ amount_received: 100 })).toMatchObject({
    status: 'succeeded',
    amount: 100,
    currency: 'EUR',
  });
  expect(intent({ status: 'processing', amount_received: 0 })).toMatchObject({ amount: 2500 });
});

test.each([
  ['requires_payment_method', 'requires_payment'],
  ['requires_confirmation', 'requires_payment'],
  ['requires_action', 'requires_action'],
  ['requires_capture', 'processing'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['canceled', 'cancelled'],
])('a payment that is %s at Stripe is %s', (theirs, ours) => {
  expect(intent({ status: theirs }).status).toBe(ours);
});

test('a payment says why it failed only while it waits for another card', () => {
  const error = { decline_code: 'insufficient_funds', message: 'No.' };
  const failed = { status: 'requires_payment_method', last_payment_error: error };
  expect(intent(failed).failure).toEqual({ code: 'insufficient_funds', message: 'No.' });
  expect(intent({ ...failed, status: 'processing' }).failure).toBeNull();
});

test.each([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('a refund that is %s at Stripe is %s', (theirs, ours) => {
  const refund = { id: 're_1', status: theirs, payment_intent: 'pi_1', amount: 1005, currency: 'kwd' };
  expect(toRefund(refund as unknown as Stripe.Refund, 'lookUpRefund')).toMatchObject({
    status: ours,
    paymentId: 'pi_1',
    amount: 1005,
    currency: 'KWD',
  });
});

test.each([
  ['warning_needs_response', 'warning'],
  ['warning_closed', 'won'],
  ['needs_response', 'needs_response'],
  ['under_review', 'under_review'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', 'lost'],
])('a dispute that is %s at Stripe is %s', (theirs, ours) => {
  const dispute = {
    id: 'dp_1',
    status: theirs,
    payment_intent: { id: 'pi_1' },
    amount: 2500,
    currency: 'eur',
    reason: 'fraudulent',
    evidence_details: { due_by: 1_800_000_000 },
  };
  const { status, respondBy } = toDispute(dispute as unknown as Stripe.Dispute, 'lookUpDispute');
  expect([status, respondBy !== null]).toEqual([ours, theirs.endsWith('needs_response')]);
});

test('what nobody knows is not guessed', () => {
  expect(() => intent({ status: 'on_the_moon' })).toThrow('unknown status');
  expect(() => intent({ client_secret: null })).toThrow('client secret');
  const refund = { id: 're_1', status: 'succeeded', payment_intent: null, amount: 1, currency: 'eur' };
  expect(() => toRefund(refund as unknown as Stripe.Refund, 'lookUpRefund')).toThrow('no payment');
});
