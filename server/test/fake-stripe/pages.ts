import type { IncomingMessage, ServerResponse } from 'node:http';
import { STRIPE_FAULTS, type StripeFaults, type StripeOperation } from './faults.ts';
import type { FakePayment, FakeState } from './state.ts';

type Visit = {
  state: FakeState;
  faults: StripeFaults;
  control: { webhookUrl: string | null };
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  readBody: (request: IncomingMessage) => Promise<string>;
};

const page = (response: ServerResponse, status: number, body: string) =>
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Fake Stripe</title><main>${body}</main></html>`);

const goTo = (response: ServerResponse, location: string) => response.writeHead(303, { location }).end();

const button = (name: string, value: string, words: string) =>
  `<form method="post"><button name="${name}" value="${value}">${words}</button></form>`;

/** Sends the buyer back to the shop, as Stripe does after a redirect. */
function returnUrl(payment: FakePayment): string {
  const url = new URL(payment.returnUrl);
  url.searchParams.set('payment_intent', payment.id);
  url.searchParams.set('payment_intent_client_secret', payment.clientSecret);
  url.searchParams.set('redirect_status', payment.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

async function challenge({ state, request, response, url, readBody }: Visit, id: string): Promise<void> {
  const payment = [...state.payments.values()].find((one) => one.challengeId === id);
  if (!payment) return void page(response, 404, '<h1>No such confirmation</h1>');
  if (request.method === 'GET') {
    const buttons = button('decision', 'approve', 'Complete') + button('decision', 'refuse', 'Fail');
    return void page(response, 200, `<h1>Confirm the payment</h1>${buttons}`);
  }
  const decision = new URLSearchParams(await readBody(request)).get('decision');
  if (decision === 'approve' || decision === 'refuse') state.decide(id, decision);
  const now = state.payments.get(payment.id) ?? payment;
  if (now.returnUrl === '') return void page(response, 200, `<h1>Done</h1><p>${url.pathname}</p>`);
  goTo(response, returnUrl(now));
}

function onboarding({ state, request, response, url }: Visit, id: string): void {
  if (!state.accounts.has(id)) return void page(response, 404, '<h1>No such account</h1>');
  const back = url.searchParams.get('returnUrl') ?? '/';
  if (request.method === 'GET') {
    return void page(response, 200, `<h1>Connect the account</h1>${button('done', '1', 'Submit')}`);
  }
  state.changeAccount(id, { detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true });
  goTo(response, back);
}

/** Remote control of a fake in another process: see run.ts. */
async function remote({ state, faults, control, request, response, url, readBody }: Visit): Promise<void> {
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method === 'GET' && url.pathname === '/_test/payments') {
    return void answer(200, [...state.payments.values()]);
  }
  if (request.method !== 'POST') return void answer(404, {});
  const asked = JSON.parse((await readBody(request)) || '{}') as Record<string, string>;
  const fault = STRIPE_FAULTS.find((one) => one === asked['fault']);
  if (url.pathname === '/_test/faults' && fault) faults.add(asked['operation'] as StripeOperation, fault);
  else if (url.pathname === '/_test/webhook-url') control.webhookUrl = asked['url'] ?? null;
  else return void answer(404, {});
  answer(204, undefined);
}

/** Everything that is not Stripe's API: the bank's page, the onboarding page, and the remote control of tests. */
export async function answerPage(visit: Visit): Promise<void> {
  const { request, response, url } = visit;
  if (request.method === 'OPTIONS') {
    response
      .writeHead(204, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': '*',
      })
      .end();
    return;
  }
  const [, place = '', id = ''] = url.pathname.split('/');
  if (place === '3ds') return challenge(visit, id);
  if (place === 'onboarding') return onboarding(visit, id);
  if (place === '_test') return remote(visit);
  page(response, 404, '<h1>Not found</h1>');
}
