import { describe, expect, test, vi } from 'vitest';
import { signatureOf } from '../../test/fake-stripe/deliveries.ts';
import { FAKE_KEYS } from '../../test/fake-stripe/server.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { connectedAccount } from '../../test/payments/stripe.ts';
import { useStripeShop } from '../../test/payments/stripe-shop.ts';
import { visitor } from '../../test/shop.ts';

vi.setConfig({ testTimeout: 60_000 });
const shopping = await useStripeShop();
const { app, db, fake, paidShop, heldBy, start, begin, confirm, show, refresh, untilBadge, settled } =
  shopping;
keepInvariants(db);

describe('webhooks that are not ours', () => {
  const post = async (body: string, signature: string) =>
    (
      await fetch(shopping.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      })
    ).status;

  /** An order that is paid at Stripe. No webhook has been sent about it yet. */
  async function paidUntold() {
    const url = fake.control.webhookUrl;
    fake.control.webhookUrl = null;
    const client = visitor(app);
    const started = await begin(client, await paidShop());
    await confirm(started);
    fake.control.webhookUrl = url;
    const event = fake.events.at(-1);
    if (!event) throw new Error('Nothing was told');
    return { client, shortId: started.shortId, event };
  }
  const outcomeOf = async (eventId: string) =>
    (
      await db
        .selectFrom('webhook_inbox')
        .select('outcome')
        .where('event_id', '=', eventId)
        .executeTakeFirst()
    )?.outcome;

  test('forged, changed and old ones are refused, and change nothing', async () => {
    const { client, shortId, event } = await paidUntold();
    const now = new Date();
    const old = new Date(now.getTime() - 301_000);
    expect(await post(event.body, signatureOf(event.body, 'whsec_guessed', now))).toBe(400);
    expect(await post(`${event.body} `, signatureOf(event.body, FAKE_KEYS.webhook, now))).toBe(400);
    expect(await post(event.body, signatureOf(event.body, FAKE_KEYS.webhook, old))).toBe(400);
    expect(await post(event.body, '')).toBe(400);
    await app.runJobs();
    expect(await outcomeOf(event.id)).toBeUndefined();
    expect((await show(client, shortId)).badge).toBe('AWAITING_PAYMENT');
    expect(await post(event.body, signatureOf(event.body, FAKE_KEYS.webhook, now))).toBe(200);
    await untilBadge(client, shortId, 'COMPLETED');
  });

  test('an event of another account that names the payment is parked', async () => {
    const { client, shortId, event } = await paidUntold();
    const account = connectedAccount(fake);
    const body = JSON.stringify({ ...JSON.parse(event.body), id: 'evt_foreign', account });
    expect(await post(body, signatureOf(body, FAKE_KEYS.connectWebhook, new Date()))).toBe(200);
    await app.runJobs();
    expect(await outcomeOf('evt_foreign')).toBe('account_mismatch');
    expect((await show(client, shortId)).badge).toBe('AWAITING_PAYMENT');
    await refresh(client, shortId);
  });

  test('a payment of another account that names our order is not taken for it', async () => {
    const client = visitor(app);
    const { shortId } = await begin(client, await paidShop());
    const account = connectedAccount(fake);
    const foreign = fake.state.create({
      amount: 2500,
      currency: 'eur',
      account,
      description: '',
      applicationFee: 0,
      receiptEmail: null,
      metadata: { order_short_id: shortId },
    });
    fake.state.confirm(foreign.id, account, '4242424242424242', '');
    await settled();
    const last = fake.events.at(-1);
    expect(await outcomeOf(last?.id ?? '')).toBe('unknown_payment');
    expect((await show(client, shortId)).badge).toBe('AWAITING_PAYMENT');
  });

  test('nor while it is not known whether our own was created', async () => {
    const client = visitor(app);
    const shortId = await heldBy(client, await paidShop());
    fake.faults.add('createPayment', 'disconnect_before');
    expect((await start(client, shortId)).problem.code).toBe('PAYMENT_UNCONFIRMED');
    const account = connectedAccount(fake);
    const foreign = fake.state.create({
      amount: 2500,
      currency: 'eur',
      account,
      description: '',
      applicationFee: 0,
      receiptEmail: null,
      metadata: { order_short_id: shortId },
    });
    fake.state.confirm(foreign.id, account, '4242424242424242', '');
    await settled();
    expect(await outcomeOf(fake.events.at(-1)?.id ?? '')).toBe('unknown_payment');
    expect((await show(client, shortId)).badge).toBe('AWAITING_PAYMENT');
    const started = await start(client, shortId);
    expect(started.body.data.clientToken).not.toContain(foreign.id);
  });

  test.each([
    ['another amount', { amount: 100 }],
    ['another currency', { currency: 'usd' }],
    ['another order', { metadata: { order_short_id: 'o_another' } }],
  ])('%s is parked', async (_name, change) => {
    const { client, shortId, event } = await paidUntold();
    const intent = shopping.intentOf(shortId);
    fake.state.payments.set(intent.id, { ...intent, ...change });
    expect(await fake.send(event)).toBe(200);
    await app.runJobs();
    expect(await outcomeOf(event.id)).toBe('mismatch');
    expect((await show(client, shortId)).badge).toBe('AWAITING_PAYMENT');
    fake.state.payments.set(intent.id, intent);
    await refresh(client, shortId);
  });
});
