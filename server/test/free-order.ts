import type { Db } from '../db/client.ts';
import type { TestApp } from './app.ts';
import { buildShop, detailsAs, reserveAs, visitor } from './shop.ts';

/** A complete order of free tickets, all of them for the buyer, and the owner who looks after it. */
export async function buildFreeOrder({ app, db }: { app: TestApp; db: Db }, quantity = 2) {
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity }]);
  const { shortId } = held.body.data;
  await detailsAs(buyer, shortId);
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const attendees = await db
    .selectFrom('attendees')
    .select(['id', 'reference'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const eventId = String(shop.eventId);
  return {
    shop,
    buyer,
    shortId,
    orderId,
    attendees,
    owner: app.as({ token: shop.token }),
    params: { eventId, orderId: String(orderId) },
    attendeeParams: { eventId, attendeeId: String(attendees[0]?.id) },
  };
}
