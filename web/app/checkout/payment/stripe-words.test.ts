import { LOCALES } from '@entrada/contract/constants';
import type { PaymentIntentResult } from '@stripe/stripe-js';
import { describe, expect, test } from 'vitest';
import { outcomeOf, stripeLocale } from './stripe-words.ts';

// Only the fields of Stripe's answers that our code reads.
const paid = (intent: object) => outcomeOf({ paymentIntent: intent } as unknown as PaymentIntentResult);
const refused = (error: object) => outcomeOf({ error } as unknown as PaymentIntentResult);

test('every language of ours is one of Stripe’s', () => {
  expect(LOCALES.map(stripeLocale)).toEqual(['en', 'de', 'fr', 'pt', 'es', 'zh', 'pt-BR']);
  expect(stripeLocale('tlh')).toBe('auto');
});

describe('an answer with a payment', () => {
  test.each(['succeeded', 'processing', 'requires_capture', 'canceled'])(
    '%s is decided elsewhere',
    (status) => {
      expect(paid({ status })).toEqual({ kind: 'settled' });
    },
  );

  test('says why it failed in the words of Stripe', () => {
    const intent = {
      status: 'requires_payment_method',
      last_payment_error: { message: 'Tu tarjeta fue rechazada.' },
    };
    expect(paid(intent)).toEqual({ kind: 'failed', failure: { message: 'Tu tarjeta fue rechazada.' } });
    expect(paid({ status: 'requires_payment_method', last_payment_error: null })).toEqual({
      kind: 'failed',
      failure: { code: 'declined' },
    });
  });

  test('was left before the bank had an answer', () => {
    expect(paid({ status: 'requires_action' })).toEqual({
      kind: 'failed',
      failure: { code: 'left_confirmation' },
    });
  });
});

describe('a refusal', () => {
  test('of the fields is marked by Stripe itself', () => {
    expect(refused({ type: 'validation_error', message: 'Incomplete.' })).toEqual({ kind: 'fields' });
  });

  test('of the card is in the words of Stripe', () => {
    expect(refused({ type: 'card_error', code: 'card_declined', message: 'Declined.' })).toEqual({
      kind: 'failed',
      failure: { message: 'Declined.' },
    });
    expect(refused({ type: 'card_error' })).toEqual({ kind: 'failed', failure: { code: 'declined' } });
  });

  test.each([
    ['payment_intent_authentication_failure', 'invalid_request_error', 'authentication_failed'],
    ['payment_intent_authentication_failure', 'card_error', 'authentication_failed'],
    ['payment_intent_payment_attempt_expired', 'invalid_request_error', 'left_confirmation'],
    ['', 'api_connection_error', 'unconfirmed'],
    ['', 'api_error', 'unconfirmed'],
    ['rate_limit', 'rate_limit_error', 'processing_error'],
    ['', 'authentication_error', 'processing_error'],
  ])('%s of type %s is said as %s', (code, type, words) => {
    expect(refused({ type, code, message: 'Not for readers.' })).toEqual({
      kind: 'failed',
      failure: { code: words },
    });
  });

  test.each(['succeeded', 'processing', 'canceled'])('of a payment that is %s already', (status) => {
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { status },
    };
    expect(refused(error)).toEqual({ kind: 'settled' });
  });

  test('of a payment in another state than this page knows', () => {
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' };
    expect(refused(error)).toEqual({ kind: 'settled' });
  });
});
