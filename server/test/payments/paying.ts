import { getOrder, refreshPayment, startPayment } from '@entrada/contract/sales/checkout';
import { afterAll, expect } from 'vitest';
import { createBankFaults } from '../../payment-providers/test-bank/faults.ts';
import { NO_MISCHIEF } from '../../payment-providers/test-bank/mischief.ts';
import { buildTestApp, type Client } from '../app.ts';
import { buildShop, detailsAs, reserveAs } from '../shop.ts';

/**
 * The listening application with a running test bank. Its webhooks come twice and out of order. For one test
 * file.
 */
export async function usePayingApp() {
  const faults = createBankFaults();
  const app = await buildTestApp({
    testBank: {
      faults,
      settleDelayMs: 30,
      mischief: { ...NO_MISCHIEF, duplicate: 0.5, shuffle: 0.5, shuffleMs: 60 },
    },
  });
  const { db } = app;
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const bank = app.startTestBank();
  afterAll(() => bank.stop());

  const CARD = { expiry: '12/39', cvc: '123', name: 'Lucía Márquez', country: 'ES', postalCode: '08001' };

  type Shop = Awaited<ReturnType<typeof buildShop>>;

  const paidShop = (quantity = 10) => buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity } });

  async function heldWithDetails(shop: Shop, client: Client, quantity = 1): Promise<string> {
    const held = await reserveAs(client, shop.eventId, [{ priceId: shop.priceId, quantity }]);
    expect(held.status).toBe(201);
    const { shortId } = held.body.data;
    expect((await detailsAs(client, shortId)).body.data.step).toBe('payment');
    return shortId;
  }

  const start = (client: Client, orderShortId: string, headers: Record<string, string> = {}) =>
    client.call(startPayment, { params: { orderShortId } }, { idempotencyKey: app.key(), headers });
  const show = async (client: Client, orderShortId: string) =>
    (await client.call(getOrder, { params: { orderShortId } })).body.data;
  const refresh = async (client: Client, orderShortId: string) =>
    (await client.call(refreshPayment, { params: { orderShortId } })).body.data;

  async function confirm(started: { confirmUrl: string; clientToken: string }, number: string) {
    const reply = await fetch(`${origin}${started.confirmUrl}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...CARD, number, clientToken: started.clientToken }),
    });
    return (await reply.json()) as { status: string; nextActionUrl: string | null };
  }

  async function begin(shop: Shop, client: Client, quantity = 1) {
    const shortId = await heldWithDetails(shop, client, quantity);
    const started = await start(client, shortId);
    expect(started.status).toBe(200);
    return { shortId, ...started.body.data };
  }

  return { app, db, faults, paidShop, heldWithDetails, start, show, refresh, confirm, begin };
}
