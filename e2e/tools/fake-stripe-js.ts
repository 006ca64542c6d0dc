import type { BrowserContext } from '@playwright/test';

const ORIGIN = 'https://js.stripe.com';
const SCRIPT = `${ORIGIN}/endive/stripe.js`;
const FRAME = `${ORIGIN}/fake-payment-element.html`;

type Card = { number: string };
type Look = { variables: Record<string, string>; rules: Record<string, Record<string, string>> };

/** Runs in the page instead of Stripe.js: a form in a frame of Stripe's origin, and the one call that pays. */
function fakeStripe({ api, frameUrl, origin }: { api: string; frameUrl: string; origin: string }) {
  type Handler = (event: object) => void;
  const Stripe = (key: string, { stripeAccount }: { stripeAccount?: string } = {}) => ({
    elements({ clientSecret, appearance }: { clientSecret: string; appearance: Look }) {
      const frame = document.createElement('iframe');
      const handlers: Record<string, Handler> = {};
      const tell = (message: object) => frame.contentWindow?.postMessage(message, origin);
      const element = {
        on(name: string, handler: Handler) {
          handlers[name] = handler;
          return element;
        },
        mount(target: HTMLElement) {
          frame.title = 'Secure payment input frame';
          frame.src = frameUrl;
          Object.assign(frame.style, { display: 'block', width: '100%', border: '0' });
          frame.addEventListener('load', () => tell({ appearance }));
          target.append(frame);
        },
        focus: () => tell({ focus: true }),
        destroy: () => frame.remove(),
      };
      const hear = (event: MessageEvent) => {
        if (event.source !== frame.contentWindow || event.origin !== origin) return;
        if (event.data.height) frame.style.height = `${event.data.height}px`;
        if (event.data.ready) handlers['ready']?.({ elementType: 'payment' });
      };
      addEventListener('message', hear);
      /** The content of the frame's form, after the frame has checked it. */
      const ask = () =>
        new Promise<Card & { error?: string }>((done) => {
          const answer = (event: MessageEvent) => {
            if (event.source !== frame.contentWindow || !('number' in event.data)) return;
            removeEventListener('message', answer);
            done(event.data);
          };
          addEventListener('message', answer);
          tell({ ask: true });
        });
      const update = async ({ appearance: next }: { appearance: Look }) => tell({ appearance: next });
      return { create: () => element, update, ask, clientSecret };
    },
    async confirmPayment(given: {
      elements: { ask: () => Promise<Card & { error?: string }>; clientSecret: string };
      confirmParams: { return_url: string };
    }) {
      const { elements, confirmParams } = given;
      const { number, error } = await elements.ask();
      if (error) return { error: { type: 'validation_error', message: error } };
      const { clientSecret } = elements;
      const reply = await fetch(`${api}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          ...(stripeAccount && { 'stripe-account': stripeAccount }),
        },
        body: new URLSearchParams({
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          return_url: confirmParams.return_url,
        }),
      }).catch(() => null);
      if (!reply) return { error: { type: 'api_connection_error', message: 'Stripe was not reached.' } };
      const body = await reply.json();
      if (!reply.ok) return { error: body.error };
      if (body.status !== 'requires_action') return { paymentIntent: body };
      location.assign(body.next_action.redirect_to_url.url);
      return new Promise<never>(() => undefined);
    },
  });
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) });
}

/** Runs in the frame: one field for the card number, in the look that the page sent. */
function fakeFrame(target: string) {
  const field = document.querySelector('input') as HTMLInputElement;
  const wrong = document.querySelector('p') as HTMLParagraphElement;
  const tell = (message: object) => parent.postMessage(message, target);
  const dress = (element: HTMLElement, rule: Record<string, string> = {}) =>
    Object.assign(element.style, rule);
  const show = (look: Look) => {
    dress(document.body, { fontFamily: look.variables['fontFamily'] ?? '' });
    dress(document.querySelector('label') as HTMLElement, look.rules['.Label']);
    dress(field, look.rules['.Input']);
    dress(wrong, look.rules['.Error']);
    tell({ height: document.body.scrollHeight, ready: true });
  };
  addEventListener('message', ({ data }) => {
    if (data.appearance) show(data.appearance);
    if (data.focus) field.focus();
    if (!data.ask) return;
    wrong.textContent = field.value ? '' : 'Your card number is incomplete.';
    tell({ height: document.body.scrollHeight });
    tell({ number: field.value.replaceAll(' ', ''), error: wrong.textContent });
  });
}

const frameHtml = `<!doctype html><html lang="en"><title>Payment</title>
<style>body{margin:0}label{display:block}input{box-sizing:border-box;width:100%}p{margin:0}</style>
<label for="number">Card number</label><input id="number" autocomplete="cc-number" inputmode="numeric"><p role="alert"></p>
<script>(${fakeFrame})('*')</script></html>`;

/** Answers every request of a browser to js.stripe.com. `api` is the address of the fake Stripe. */
export async function serveFakeStripeJs(context: BrowserContext, api: string): Promise<void> {
  const script = `(${fakeStripe})(${JSON.stringify({ api, frameUrl: FRAME, origin: ORIGIN })})`;
  await context.route(`${ORIGIN}/**`, (route) => {
    const url = route.request().url();
    if (url.startsWith(SCRIPT)) return route.fulfill({ contentType: 'text/javascript', body: script });
    if (url === FRAME) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: frameHtml });
    return route.abort();
  });
}
