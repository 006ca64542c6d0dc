import { buildAccount } from '../server/accounts/factory.ts';
import { buildEvent } from '../server/catalog/events/factory.ts';
import { buildCapacity, buildPromoCode, buildTicket } from '../server/catalog/tickets/factory.ts';
import type { Db } from '../server/db/client.ts';
import type { Shop } from './load/requests.ts';

export const PLENTY = 2_000_000_000;

export type BuiltShop = Shop & {
  accountId: number;
  userId: number;
  ticketIds: [number, number];
  /** The counters of the first ticket's price and of the pool that both tickets share. */
  counterIds: [number, number];
};

/**
 * Events with two ticket types that share a pool, and a promo code of 10 %. The pool holds `places`. The tickets
 * themselves never sell out before it.
 */
export async function buildShops(
  db: Db,
  given: { events?: number; places?: number; type?: 'paid' | 'free' } = {},
): Promise<BuiltShop[]> {
  const { accountId, userId } = await buildAccount(db);
  const places = given.places ?? PLENTY;
  const type = given.type ?? 'paid';
  const shops: BuiltShop[] = [];
  for (let nth = 0; nth < (given.events ?? 1); nth += 1) {
    const { eventId } = await buildEvent(db, { accountId, title: `Bench ${nth}` });
    const owner = { accountId, eventId, type, quantity: Math.max(places, 1) };
    const first = await buildTicket(db, { ...owner, name: 'General' });
    const second = await buildTicket(db, { ...owner, name: 'Balcony', position: 2 });
    const ticketIds: [number, number] = [first.ticketId, second.ticketId];
    const pool = await buildCapacity(db, { accountId, eventId, ticketIds, quantity: places });
    const { code } = await buildPromoCode(db, { accountId, eventId, uses: PLENTY });
    shops.push({
      accountId,
      userId,
      eventId,
      ticketIds,
      priceIds: [first.priceId, second.priceId],
      promoCode: code,
      counterIds: [first.counterId, pool.counterId],
    });
  }
  return shops;
}

/** Like `buildShops` for one event. */
export async function buildShop(
  db: Db,
  given: { places?: number; type?: 'paid' | 'free' } = {},
): Promise<BuiltShop> {
  const [shop] = await buildShops(db, given);
  if (!shop) throw new Error('No event was made');
  return shop;
}
