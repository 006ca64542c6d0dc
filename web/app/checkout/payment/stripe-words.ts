import type { PaymentIntent, PaymentIntentResult, StripeElementLocale, StripeError } from '@stripe/stripe-js';

/** Why a payment did not go through: by our own code, or in the words that Stripe has for the reader. */
export type StripeFailure = { code: string } | { message: string };

export type StripeOutcome =
  /** Decided or under way: the return page asks how it stands and leads on. */
  | { kind: 'settled' }
  /** Stripe's form marks what is missing or wrong by itself. */
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

/** Stripe's name for the language of the page. */
export const stripeLocale = (locale: string): StripeElementLocale => locales[locale] ?? 'auto';

const failed = (code: string): StripeOutcome => ({ kind: 'failed', failure: { code } });

/** No answer arrived, so the money may have moved: pressing Pay again finds out and never charges twice. */
export const unconfirmed = failed('unconfirmed');

/** What follows for the buyer from Stripe's answer to a confirmation. */
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
  // An earlier press that got no answer may have paid, or the hold ended and with it the payment.
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
    // Stripe knows the payment in another state than this page does.
    case 'invalid_request_error':
      return { kind: 'settled' };
    default:
      return failed('processing_error');
  }
}
