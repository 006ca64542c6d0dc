import { buildAccount } from '../../server/accounts/factory.ts';
import { buildEvent } from '../../server/catalog/events/factory.ts';
import { buildCapacity, buildPromoCode, buildTicket } from '../../server/catalog/tickets/factory.ts';
import type { Db } from '../../server/db/client.ts';

export type Mode = 'free' | 'mixed';

export type FlashShop = {
  eventId: number;
  priceIds: number[];
  promoCode: string;
  /** The number of places in each pool. */
  pools: { counterId: number; places: number }[];
  promoCounterId: number;
  promoUses: number;
};

const NAMES = ['Floor', 'Floor, reduced', 'Balcony', 'Balcony, reduced'];
const PROMO_USES = 100;

/** An event with four ticket types. Each two of them share a pool. The pools together hold `places`. */
export async function buildFlashShop(
  db: Db,
  { places, mode }: { places: number; mode: Mode },
): Promise<FlashShop> {
  const { accountId } = await buildAccount(db);
  const { eventId } = await buildEvent(db, { accountId, title: 'Flash sale' });
  const tickets: { ticketId: number; priceId: number }[] = [];
  for (const [at, name] of NAMES.entries()) {
    const isPaid = mode === 'mixed' && at % 2 === 0;
    tickets.push(
      await buildTicket(db, {
        accountId,
        eventId,
        name,
        position: at + 1,
        type: isPaid ? 'paid' : 'free',
        quantity: null,
      }),
    );
  }
  const floor = Math.ceil(places * 0.6);
  const pools: FlashShop['pools'] = [];
  for (const [at, quantity] of [floor, places - floor].entries()) {
    const ticketIds = tickets.slice(at * 2, at * 2 + 2).map((ticket) => ticket.ticketId);
    const { counterId } = await buildCapacity(db, { accountId, eventId, ticketIds, quantity });
    pools.push({ counterId, places: quantity });
  }
  const promo = await buildPromoCode(db, { accountId, eventId, uses: PROMO_USES });
  return {
    eventId,
    priceIds: tickets.map((ticket) => ticket.priceId),
    promoCode: promo.code,
    pools,
    promoCounterId: promo.counterId,
    promoUses: PROMO_USES,
  };
}
