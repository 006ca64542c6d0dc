import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Pool } from 'pg';
import { afterAll, beforeEach } from 'vitest';
import type { ProviderError, WebhookResult } from '../port.ts';
import { startTestBankDeliveries } from './deliveries.ts';
import { createBankFaults } from './faults.ts';
import { type Mischief, NO_MISCHIEF } from './mischief.ts';
import { registerTestBank } from './plugin.ts';
import { createTestBankProvider } from './provider.ts';

/** Returns the error of a call that must fail. */
export const failure = async (call: Promise<unknown>): Promise<ProviderError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ProviderError) => error,
  );

/**
 * A test bank that listens on its own port, a receiver of its webhooks, and its client. For one test file.
 */
export async function useRunningBank(pool: Pool) {
  const secret = 'test secret';
  const shop = 'http://shop.example';
  const back = `${shop}/checkout/1/o_1/payment_return`;
  const faults = createBankFaults();
  const mischief: Mischief = { ...NO_MISCHIEF };

  // The receiver of the webhooks. It keeps what it gets and answers as the test says.
  const received: { result: WebhookResult; type: string }[] = [];
  const control = { refusals: 0 };
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (control.refusals > 0) {
        control.refusals -= 1;
        response.writeHead(503).end();
        return;
      }
      const result = provider.parseWebhook({
        rawBody: Buffer.concat(chunks),
        headers: request.headers,
        now: new Date(),
      });
      received.push({ result, type: result.ok ? result.event.type : result.code });
      response.writeHead(200).end('ok');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/public/webhooks/test_bank`;

  const deliveryOptions = { pool, secret, webhookUrl, mischief, pollMs: 100, retryMs: 20 };
  const deliveries = startTestBankDeliveries(deliveryOptions);
  const app = Fastify();
  await registerTestBank(app, {
    pool,
    secret,
    baseUrl: shop,
    mischief,
    settleDelayMs: 50,
    faults,
    kick: deliveries.kick,
  });
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const provider = createTestBankProvider({ baseUrl, secret, timeoutMs: 2500 });

  afterAll(async () => {
    await deliveries.stop();
    await app.close();
    receiver.close();
  });
  beforeEach(() => {
    received.length = 0;
    control.refusals = 0;
    faults.clear();
    Object.assign(mischief, NO_MISCHIEF);
  });

  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const wanted = {
    amount: 25910,
    currency: 'EUR',
    orderShortId: 'o_1',
    description: 'Marea <2027>',
    merchantName: 'Laboratorio & Marea',
    receiptEmail: 'lucia@example.com',
    returnUrl: back,
    account: null as string | null,
  };
  const create = (
    change: Partial<typeof wanted & { account: string | null }> = {},
    idempotencyKey = newKey(),
  ) => provider.createPayment({ ...wanted, ...change, idempotencyKey });

  const card = (number: string) => ({
    number,
    expiry: '12/49',
    cvc: '123',
    name: 'Lucía Ferrer',
    country: 'ES',
    postalCode: '46024',
  });

  async function post(path: string, body: unknown) {
    const answer = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  const confirm = (
    payment: { id: string; clientToken: string },
    number: string,
    change: Record<string, unknown> = {},
  ) =>
    post(`/test-bank/v1/payments/${payment.id}/confirm`, {
      clientToken: payment.clientToken,
      ...card(number),
      ...change,
    });

  async function paid(number = '4242424242424242') {
    const payment = await create();
    await confirm(payment, number);
    return payment;
  }

  /** The webhooks about one payment. Webhooks of earlier tests may still arrive. */
  const told = ({ id }: { id: string }) =>
    received.flatMap(({ result, type }) =>
      result.ok && result.event.providerPaymentId === id ? [type] : [],
    );

  return {
    provider,
    baseUrl,
    back,
    secret,
    faults,
    mischief,
    received,
    control,
    deliveries,
    deliveryOptions,
    wanted,
    newKey,
    create,
    post,
    confirm,
    paid,
    told,
  };
}
