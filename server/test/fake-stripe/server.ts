import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Mischief, NO_MISCHIEF } from '../../payment-providers/test-bank/mischief.ts';
import { type Answer, CALLS, type Params, refused } from './calls.ts';
import { createDeliveries } from './deliveries.ts';
import { createStripeFaults, type StripeFault, type StripeOperation } from './faults.ts';
import { answerPage } from './pages.ts';
import { createState } from './state.ts';

export const FAKE_KEYS = {
  secret: 'sk_test_fake',
  publishable: 'pk_test_fake',
  webhook: 'whsec_fake_own',
  connectWebhook: 'whsec_fake_connect',
} as const;

type FakeRequest = {
  operation: StripeOperation;
  account: string | null;
  idempotencyKey: string | null;
  version: string | null;
  params: Params;
};

type KeptAnswer = { request: string; answer: Answer | null };

export type FakeStripeOptions = {
  port?: number;
  /** The address for webhooks. Null only keeps them in `events`. It may be set later. */
  webhookUrl?: string | null;
  mischief?: Mischief;
  settleDelayMs?: number;
  /** How long the fault `slow` holds a call. */
  slowMs?: number;
  now?: () => Date;
};

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const header = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/**
 * A fake of Stripe's API with state, over real HTTP. The SDK sends its calls to it. It keeps payments with
 * the model of the test bank, remembers idempotency keys, separates accounts, can fail in every way of
 * `faults`, and delivers signed webhooks. It refuses unknown requests and keeps them in `unexpected`.
 */
export async function startFakeStripe(options: FakeStripeOptions = {}) {
  const now = options.now ?? (() => new Date());
  const faults = createStripeFaults();
  const mischief = { ...NO_MISCHIEF, ...options.mischief };
  const control = { webhookUrl: options.webhookUrl ?? null, slowMs: options.slowMs ?? 200 };
  const requests: FakeRequest[] = [];
  const unexpected: string[] = [];
  const kept = new Map<string, KeptAnswer>();
  let base = '';
  const deliveries = createDeliveries({
    webhookUrl: () => control.webhookUrl,
    secrets: { own: FAKE_KEYS.webhook, connect: FAKE_KEYS.connectWebhook },
    mischief,
    now,
    base: () => base,
  });
  const state = createState({
    now,
    settleDelayMs: options.settleDelayMs ?? 50,
    onChange: (change) => deliveries.tell(change),
  });

  function unknown(request: IncomingMessage, what: string): Answer {
    unexpected.push(`${request.method} ${request.url}: ${what}`);
    return refused(what.startsWith('parameter') ? 400 : 404, what);
  }

  /** Runs a call once for its idempotency key. Returns the answer and whether it is repeated. */
  async function once(
    key: string | null,
    said: string,
    isSlow: boolean,
    run: () => Answer,
  ): Promise<{ answer: Answer; isReplay: boolean }> {
    const earlier = key === null ? undefined : kept.get(key);
    if (earlier && earlier.request !== said)
      return { answer: refused(400, 'idempotency_error', { type: 'idempotency_error' }), isReplay: false };
    if (earlier && earlier.answer === null)
      return { answer: refused(409, 'idempotency_key_in_use'), isReplay: false };
    if (earlier?.answer) return { answer: earlier.answer, isReplay: true };
    if (key !== null) kept.set(key, { request: said, answer: null });
    if (isSlow) await new Promise((done) => setTimeout(done, control.slowMs));
    const answer = run();
    // Only successful calls are kept. A refused request may be repeated with its key.
    if (key !== null && answer.status < 400) kept.set(key, { request: said, answer });
    else if (key !== null) kept.delete(key);
    return { answer, isReplay: false };
  }

  async function answerCall(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const body = request.method === 'POST' ? await readBody(request) : '';
    const params: Params = Object.fromEntries(
      new URLSearchParams(request.method === 'POST' ? body : url.search),
    );
    const call = CALLS.find((one) => one.method === request.method && one.path.test(url.pathname));
    if (!call) return send(response, unknown(request, 'unknown_url'));
    const bearer = /^Bearer (\S+)$/.exec(header(request, 'authorization') ?? '')?.[1] ?? params['key'];
    const isServer = bearer === FAKE_KEYS.secret;
    if (!isServer && !(call.forBrowsers && bearer === FAKE_KEYS.publishable))
      return send(response, refused(401, 'invalid_api_key'));
    const stranger = Object.keys(params).find((name) => !call.takes.includes(name.replace(/\[.*$/, '')));
    if (stranger !== undefined) return send(response, unknown(request, `parameter_unknown ${stranger}`));
    const account = header(request, 'stripe-account') ?? params['_stripe_account'] ?? null;
    if (account !== null && !state.accounts.has(account))
      return send(response, refused(403, 'account_invalid'));

    const idempotencyKey = header(request, 'idempotency-key');
    const { operation } = call;
    requests.push({ operation, account, idempotencyKey, version: header(request, 'stripe-version'), params });
    const fault = faults.take(operation);
    if (fault === 'status_429') return send(response, refused(429, 'rate_limit'), { 'retry-after': '1' });
    if (fault === 'status_409') return send(response, refused(409, 'lock_timeout'));
    if (fault?.endsWith('_before')) return strike(fault, response);
    const key = request.method === 'POST' && idempotencyKey ? `${account} ${idempotencyKey}` : null;
    const said = `${url.pathname} ${body}`;
    const { answer, isReplay } = await once(key, said, fault === 'slow', () =>
      call.run({
        state,
        params,
        account,
        isServer,
        base,
        id: call.path.exec(url.pathname)?.[1] ?? '',
      }),
    );
    if (fault === 'status_500_after' && key !== null) {
      kept.set(key, { request: said, answer: { status: 500, body: { error: { type: 'api_error' } } } });
    }
    if (fault?.endsWith('_after')) return strike(fault, response);
    send(response, answer, isReplay ? { 'idempotent-replayed': 'true' } : {});
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const work = url.pathname.startsWith('/v1/')
      ? answerCall(request, response, url)
      : answerPage({ state, faults, control, request, response, url, readBody });
    work.catch((error: unknown) => {
      unexpected.push(`${request.method} ${request.url}: ${String(error)}`);
      response.destroy();
    });
  });

  function send(response: ServerResponse, answer: Answer, headers: Record<string, string> = {}): void {
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        'request-id': 'req_fake',
        // Stripe.js calls this API from Entrada's pages.
        'access-control-allow-origin': '*',
        ...headers,
      })
      .end(JSON.stringify(answer.body));
  }

  function strike(fault: StripeFault, response: ServerResponse): void {
    if (fault.startsWith('status_500')) {
      send(response, { status: 500, body: { error: { type: 'api_error' } } });
    } else if (fault.startsWith('disconnect')) response.destroy();
    else if (fault.startsWith('half_open')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"id":');
    }
  }

  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    base,
    state,
    faults,
    mischief,
    control,
    requests,
    unexpected,
    events: deliveries.events,
    send: deliveries.send,
    drained: deliveries.drained,
    async stop(): Promise<void> {
      state.stop();
      deliveries.stop();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
