import { buildAccount } from '../server/accounts/factory.ts';
import { hashPassword } from '../server/accounts/password.ts';
import { buildEvent } from '../server/catalog/events/factory.ts';
import { buildPromoCode, buildTaxOrFee, buildTicket } from '../server/catalog/tickets/factory.ts';
import { type Db, openDatabase } from '../server/db/client.ts';
import { newShortId, newToken } from '../server/platform/secrets.ts';

export type Shop = {
  eventId: number;
  general: number;
  free: number;
  tiers: readonly number[];
  /** There are few of them: most buyers find none left, and every hold that ends is in demand. */
  scarce: number;
  /** Tickets with one seat each, for buyers whose money arrives after their hold has gone to another buyer. */
  singles: readonly number[];
  promo: string;
  listShortId: string;
  /** How the owner of both events signs in. */
  organizer: { email: string; password: string };
  /** An event of its own with a free ticket. Its owner moves it again and again. */
  moving: { eventId: number; priceId: number };
};

const SINGLES = 300;

/**
 * Builds an event with two tickets of most kinds, a fee, a promo code with a limit and a check-in list, and a small event
 * that moves.
 */
export async function buildChaosShop(url: string): Promise<Shop> {
  const database = openDatabase({
    url,
    poolSize: 2,
    applicationName: 'entrada chaos',
    onConnectionError: () => undefined,
  });
  try {
    return await build(database.db);
  } finally {
    await database.close();
  }
}

async function build(db: Db): Promise<Shop> {
  const password = newToken();
  const { accountId, email } = await buildAccount(db, { passwordHash: await hashPassword(password) });
  const { eventId } = await buildEvent(db, { accountId, title: 'Noche de Luz' });
  const owner = { accountId, eventId };
  const fee = await buildTaxOrFee(db, { accountId, name: 'Gestión', type: 'fee', rate: '4.5000' });
  const general = await buildTicket(db, {
    ...owner,
    name: 'General',
    quantity: 100_000,
    taxesAndFees: [fee.id],
  });
  const free = await buildTicket(db, {
    ...owner,
    name: 'Niños',
    type: 'free',
    quantity: 100_000,
    position: 2,
  });
  const tiered = await buildTicket(db, {
    ...owner,
    name: 'Abono',
    type: 'tiered',
    position: 3,
    prices: [
      { amount: 4000, quantity: 400 },
      { amount: 5500, quantity: 100_000 },
    ],
  });
  const scarce = await buildTicket(db, { ...owner, name: 'Palco', amount: 9000, quantity: 12, position: 4 });
  const single = await buildTicket(db, {
    ...owner,
    name: 'Butaca',
    type: 'tiered',
    position: 5,
    prices: Array.from({ length: SINGLES }, () => ({ amount: 3000, quantity: 1 })),
  });
  const promo = await buildPromoCode(db, { ...owner, code: 'VERANO', uses: 60 });
  const listShortId = newShortId('cl');
  await db
    .insertInto('check_in_lists')
    .values({
      account_id: accountId,
      event_id: eventId,
      short_id: listShortId,
      name: 'Puerta',
      all_tickets: true,
    })
    .execute();
  const moving = await buildEvent(db, { accountId, title: 'Fiesta del puerto' });
  const place = { accountId, eventId: moving.eventId };
  const entry = await buildTicket(db, { ...place, name: 'Entrada libre', type: 'free', quantity: 100 });
  const ids = (ticket: typeof tiered) => ticket.prices.map(({ priceId }) => priceId);
  return {
    eventId,
    general: general.priceId,
    free: free.priceId,
    tiers: ids(tiered),
    scarce: scarce.priceId,
    singles: ids(single),
    promo: promo.code,
    listShortId,
    organizer: { email, password },
    moving: { eventId: moving.eventId, priceId: entry.priceId },
  };
}
