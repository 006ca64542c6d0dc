import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PaymentStart } from './card.ts';
import { appearanceAt, watchLook } from './stripe-appearance.ts';
import { outcomeOf, type StripeOutcome, stripeLocale, unconfirmed } from './stripe-words.ts';

/** After this long without Stripe's form the buyer can try again; it still appears when it comes. */
const patienceMs = 20_000;

/**
 * Whether this document was loaded as the payment page: only its Content-Security-Policy lets Stripe.js in. A step that
 * came here from the details within the page has the policy of the details.
 */
const isPaymentDocument = typeof document === 'undefined' || /\/payment\/?$/.test(location.pathname);

type Buyer = { name: string; email: string };
type Running = { stripe: Stripe; elements: StripeElements; element: StripePaymentElement };

export type PaymentElementState = 'loading' | 'ready' | 'failed';

/** Stripe's form in `host`, with Stripe.js loaded for it alone. */
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

  /** Asks for the payment. Never throws: whatever happens, the buyer is told what is safe. */
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
      // Stripe marks the fields; where it left the keyboard on the button, the form is where to go on.
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

/** Stripe.js itself, from Stripe's own address; its loader is a piece of its own as well. */
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
