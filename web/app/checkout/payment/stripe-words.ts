import type { PaymentIntent, PaymentIntentResult, StripeElementLocale, StripeError } from '@stripe/stripe-js';

/** Why a payment failed: our own code, or Stripe's message to the reader. */
export type StripeFailure = { code: string } | { message: string };

export type StripeOutcome =
  /** The payment is decided or in progress. The return page reads its state and sends the visitor on. */
  | { kind: 'settled' }
  /** Stripe's form itself marks the fields that are missing or wrong. */
  | { kind: 'fields' }
  | { kind: 'failed'; failure: StripeFailure };

const locales: Record<string, StripeElementLocale> = {
  en: 'en',
  de: 'de',
  fr: 'fr',
  pt: 'pt',
  es: 'es',
  'zh-cn': 'zh',
  'pt-br': 'pt-BR',
};

/** Stripe's code for the language of the page. */
export const stripeLocale = (locale: string): StripeElementLocale => locales[locale] ?? 'auto';

const failed = (code: string): StripeOutcome => ({ kind: 'failed', failure: { code } });

/**
 * No answer arrived, so the money may have moved. If the buyer presses Pay again, the card is never charged twice.
 */
export const unconfirmed = failed('unconfirmed');

/** Translates Stripe's answer to a confirmation into our outcome. */
export function outcomeOf(result: PaymentIntentResult): StripeOutcome {
  if (result.error) return outcomeOfError(result.error);
  const intent = result.paymentIntent;
  if (isSettled(intent)) return { kind: 'settled' };
  if (intent.status !== 'requires_payment_method') return failed('left_confirmation');
  const message = intent.last_payment_error?.message;
  return message ? { kind: 'failed', failure: { message } } : failed('declined');
}

const isSettled = ({ status }: PaymentIntent) =>
  status === 'succeeded' || status === 'processing' || status === 'requires_capture' || status === 'canceled';

function outcomeOfError(error: StripeError): StripeOutcome {
  // An earlier press without an answer may have paid. Or the hold ended, and the payment was cancelled with it.
  if (error.payment_intent && isSettled(error.payment_intent)) return { kind: 'settled' };
  if (error.code === 'payment_intent_authentication_failure') return failed('authentication_failed');
  if (error.code === 'payment_intent_payment_attempt_expired') return failed('left_confirmation');
  switch (error.type) {
    case 'validation_error':
      return { kind: 'fields' };
    case 'card_error':
      return error.message ? { kind: 'failed', failure: { message: error.message } } : failed('declined');
    case 'api_connection_error':
    case 'api_error':
      return unconfirmed;
    // At Stripe the payment has another state than on this page.
    case 'invalid_request_error':
      return { kind: 'settled' };
    default:
      return failed('processing_error');
  }
}
