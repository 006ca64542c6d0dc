import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PaymentStart } from './card.ts';
import { appearanceAt, watchLook } from './stripe-appearance.ts';
import { outcomeOf, type StripeOutcome, stripeLocale, unconfirmed } from './stripe-words.ts';

/** If Stripe's form does not appear in this time, the buyer can try again. It still appears if it comes later. */
const patienceMs = 20_000;

/**
 * Whether this document was loaded as the payment page. Only the Content-Security-Policy of that page allows
 * Stripe.js. If the visitor came here from the details without loading a document, the policy of the details
 * applies.
 */
const isPaymentDocument = typeof document === 'undefined' || /\/payment\/?$/.test(location.pathname);

type Buyer = { name: string; email: string };
type Running = { stripe: Stripe; elements: StripeElements; element: StripePaymentElement };

type PaymentElementState = 'loading' | 'ready' | 'failed';

/** Shows Stripe's form in `host`. Stripe.js is loaded only for it. */
export function usePaymentElement(
  host: RefObject<HTMLDivElement | null>,
  { start, buyer, locale }: { start: PaymentStart; buyer: Buyer; locale: string },
) {
  const { publishableKey, account, clientToken, returnUrl } = start;
  const { name, email } = buyer;
  const running = useRef<Running | null>(null);
  const [state, setState] = useState<PaymentElementState>('loading');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads anew
  useEffect(() => {
    const target = host.current;
    if (!target) return;
    if (!isPaymentDocument) return location.reload();
    let isGone = false;
    let unwatch = () => {};
    const tell = (next: PaymentElementState) => !isGone && setState(next);
    const timer = setTimeout(() => tell('failed'), patienceMs);
    const fail = () => {
      clearTimeout(timer);
      tell('failed');
    };
    const begin = async () => {
      const stripe = await loadStripe({ publishableKey, account, locale });
      if (isGone) return;
      const elements = stripe.elements({
        clientSecret: clientToken,
        appearance: appearanceAt(target),
        loader: 'never',
      });
      const element = elements.create('payment', {
        layout: {
          type: 'accordion',
          defaultCollapsed: false,
          radios: 'if_multiple',
          spacedAccordionItems: false,
        },
        defaultValues: { billingDetails: { name, email } },
      });
      running.current = { stripe, elements, element };
      element.on('ready', () => {
        clearTimeout(timer);
        tell('ready');
      });
      element.on('loaderror', fail);
      element.mount(target);
      unwatch = watchLook(() => void elements.update({ appearance: appearanceAt(target) }));
    };
    begin().catch(fail);
    return () => {
      isGone = true;
      clearTimeout(timer);
      unwatch();
      running.current?.element.destroy();
      running.current = null;
    };
  }, [host, publishableKey, account, clientToken, locale, name, email, attempt]);

  /** Confirms the payment. Never throws: in every case the buyer is told whether it is safe to try again. */
  const confirm = async (): Promise<StripeOutcome> => {
    if (!running.current) return unconfirmed;
    const { stripe, elements, element } = running.current;
    try {
      const result = await stripe.confirmPayment({
        elements,
        confirmParams: {
          return_url: returnUrl,
          payment_method_data: { billing_details: { name, email } },
        },
        redirect: 'if_required',
      });
      const outcome = outcomeOf(result);
      // Stripe marks the fields. If Stripe leaves the focus on the button, the form takes it.
      if (outcome.kind === 'fields' && document.activeElement?.tagName !== 'IFRAME') element.focus();
      return outcome;
    } catch {
      return unconfirmed;
    }
  };

  const retry = () => {
    setState('loading');
    setAttempt((count) => count + 1);
  };
  return { state, confirm, retry };
}

/** Loads Stripe.js from Stripe's own address. Its loader is a separate chunk as well. */
async function loadStripe(given: { publishableKey: string | null; account: string | null; locale: string }) {
  const { publishableKey, account, locale } = given;
  if (publishableKey === null) throw new Error('Stripe needs a publishable key');
  const { loadStripe: load } = await import('@stripe/stripe-js/pure');
  const stripe = await load(publishableKey, {
    locale: stripeLocale(locale),
    ...(account !== null && { stripeAccount: account }),
  });
  if (!stripe) throw new Error('Stripe.js loads in a browser only');
  return stripe;
}
