import { getOrder, refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { expect } from 'vitest';
import { buildTestApp, type Client } from '../app.ts';
import { FAKE_KEYS, type FakeStripeOptions } from '../fake-stripe/server.ts';
import { buildShop, detailsAs, reserveAs } from '../shop.ts';
import { useFakeStripe } from './stripe.ts';

type Started = { clientToken: string; account: string | null; returnUrl: string };

/** The listening application with Stripe as its provider. The fake replaces Stripe. For one test file. */
export async function useStripeShop(
  given: { connect?: boolean; applicationFeePercent?: string; fake?: FakeStripeOptions } = {},
) {
  const fake = await useFakeStripe({ settleDelayMs: 30, ...given.fake });
  const app = await buildTestApp({
    config: {
      testBank: false,
      stripe: {
        secretKey: FAKE_KEYS.secret,
        publishableKey: FAKE_KEYS.publishable,
        webhookSecrets: [FAKE_KEYS.webhook, FAKE_KEYS.connectWebhook],
        connect: given.connect ?? false,
        applicationFeePercent: given.applicationFeePercent ?? null,
        apiBase: fake.base,
        isTestMode: true,
      },
    },
  });
  const { db } = app;
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const webhookUrl = `${origin}/api/public/webhooks/stripe`;
  fake.control.webhookUrl = webhookUrl;

  type Shop = Awaited<ReturnType<typeof buildShop>>;
  const paidShop = (wanted: { quantity?: number; currency?: string; amount?: number } = {}) =>
    buildShop(db, {
      event: { currency: wanted.currency ?? 'EUR' },
      ticket: { type: 'paid', amount: wanted.amount ?? 2500, quantity: wanted.quantity ?? 50 },
    });

  async function heldBy(client: Client, shop: Shop, quantity = 1): Promise<string> {
    const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }]);
    expect(held.status).toBe(201);
    const { shortId } = held.body.data;
    expect((await detailsAs(client, shortId)).body.data.step).toBe('payment');
    return shortId;
  }
  const start = (client: Client, orderShortId: string) =>
    client.call(startPayment, { params: { orderShortId } }, { idempotencyKey: app.key() });

  async function begin(client: Client, shop: Shop, quantity = 1) {
    const shortId = await heldBy(client, shop, quantity);
    const started = await start(client, shortId);
    expect(started.problem).toMatchObject({ data: {} });
    return { shortId, ...started.body.data };
  }

  /**
   * Does what Stripe.js does in the buyer's browser. It has only the publishable key and the client token.
   */
  async function confirm({ clientToken, account, returnUrl }: Started, number = '4242424242424242') {
    const id = clientToken.split('_secret_')[0];
    const reply = await fetch(`${fake.base}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${FAKE_KEYS.publishable}`,
        ...(account !== null && { 'stripe-account': account }),
      },
      body: new URLSearchParams({
        client_secret: clientToken,
        return_url: returnUrl,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
      }),
    });
    return (await reply.json()) as {
      status: string;
      next_action: { redirect_to_url: { url: string } } | null;
    };
  }

  const show = async (client: Client, orderShortId: string) =>
    (await client.call(getOrder, { params: { orderShortId } })).body.data;
  const refresh = async (client: Client, orderShortId: string) =>
    (await client.call(refreshPayment, { params: { orderShortId } })).body.data;

  /** Runs due jobs until the order shows this badge. */
  const untilBadge = (client: Client, shortId: string, badge: string) =>
    expect
      .poll(
        async () => {
          await app.runJobs();
          return (await show(client, shortId)).badge;
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(badge);

  /** Waits until every webhook is delivered and runs its jobs. */
  async function settled(): Promise<void> {
    await fake.drained();
    await app.runJobs();
  }
  const outcomes = async () =>
    (await db.selectFrom('webhook_inbox').select(['type', 'outcome']).orderBy('id').execute()).map(
      ({ type, outcome }) => `${type} ${outcome}`,
    );
  const intentOf = (shortId: string) => {
    const found = [...fake.state.payments.values()].filter(
      (one) => one.metadata['order_short_id'] === shortId,
    );
    const [only] = found;
    if (!only || found.length > 1) throw new Error(`${found.length} payments of ${shortId} are at Stripe`);
    return only;
  };

  return {
    app,
    db,
    fake,
    webhookUrl,
    paidShop,
    heldBy,
    start,
    begin,
    confirm,
    show,
    refresh,
    untilBadge,
    settled,
    outcomes,
    intentOf,
  };
}
