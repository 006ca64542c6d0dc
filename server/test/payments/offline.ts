import { chooseOfflinePayment } from '@entrada/contract/sales/checkout';
import { expect } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import type { Client } from '../app.ts';
import { buildShop } from '../shop.ts';
import { usePayingApp } from './paying.ts';

type Settings = { card_payments?: boolean; offline_days?: number };

type Shop = Awaited<ReturnType<typeof buildShop>>;

/**
 * The application with card payments, shops that also sell with offline payment, and orders that wait for an
 * offline payment. For one test file.
 */
export async function useOfflinePayments() {
  const paying = await usePayingApp();
  const { app, db, heldWithDetails } = paying;

  async function offlineShop(settings: Settings = {}) {
    const shop = await buildShop(db, { ticket: { type: 'paid', amount: 2500, quantity: 10 } });
    await db
      .updateTable('event_settings')
      .set({ offline_payments: true, offline_instructions: '<p>By transfer</p>', ...settings })
      .where('event_id', '=', shop.eventId)
      .execute();
    return { ...shop, organizer: app.as({ token: shop.token }) };
  }

  const choose = (client: Client, orderShortId: string) =>
    client.call(chooseOfflinePayment, { params: { orderShortId } }, { idempotencyKey: app.key() });

  async function awaiting(shop: Shop, quantity = 2) {
    const client = app.as();
    const shortId = await heldWithDetails(shop, client, quantity);
    const chosen = await choose(client, shortId);
    expect(chosen.status, JSON.stringify(chosen.problem)).toBe(200);
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('short_id', '=', shortId)
      .executeTakeFirstOrThrow();
    const params = { eventId: String(shop.eventId), orderId: String(id) };
    return { client, shortId, orderId: id, params, chosen: chosen.body.data };
  }

  const mailsOf = async (orderId: number) =>
    (
      await db
        .selectFrom('mails')
        .select(['kind', 'to_address'])
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute()
    ).map((mail) => mail.kind);
  const sound = async () => expect((await verify(db)).drift).toEqual([]);

  return { ...paying, offlineShop, choose, awaiting, mailsOf, sound };
}
