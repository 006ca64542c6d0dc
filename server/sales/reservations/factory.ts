import { sql } from 'kysely';
import { findPromoForSale } from '../../catalog/promo-codes/sale-queries.ts';
import { type CatalogForSale, findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { PriceForSale, TicketForSale } from '../../catalog/tickets/core/for-sale.ts';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { hashText, newToken } from '../../platform/secrets.ts';
import { findIssuedByOrder } from '../attendees/service.ts';
import { completeOrder } from '../checkout/completion.ts';
import { writeDetails } from '../checkout/queries.ts';
import { awaitPayment } from '../offline-payments/choose.ts';
import { advance } from '../orders/advance.ts';
import { admitting } from '../orders/core/lines.ts';
import type { DraftAnswer, Order } from '../orders/core/types.ts';
import * as queries from '../orders/queries.ts';
import { admit, toPromoOffer } from './core/admission.ts';
import { type Offer, toOffer } from './core/offer.ts';
import type { Reservation } from './core/reservation.ts';
import { holdWithin } from './hold-queries.ts';
import { toReservation } from './sale.ts';

type Person = { firstName: string; lastName: string; email: string };

export type OrderOverrides = {
  eventId: number;
  items: { priceId: number; quantity: number; donation?: number }[];
  promoCode?: string;
  buyer?: Person;
  /** In the order of the tickets. The buyer takes the place of missing attendees. */
  attendees?: Person[];
  answers?: DraftAnswer[];
  locale?: string;
  /** When the order was made and completed; now by default. */
  createdAt?: Date;
  /** False: lets its mails count as sent, so that the seed sends none. */
  sendMails?: boolean;
};

type BuiltOrder = {
  orderId: number;
  shortId: string;
  reference: string;
  total: number;
  attendees: { attendeeId: number; shortId: string; reference: string; code: string }[];
};

/** The default buyer. */
export const BUYER: Person = { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' };

/** Finds a price of an event among its tickets. */
export function findPrice(
  tickets: readonly TicketForSale[],
  priceId: number,
): { ticket: TicketForSale; price: PriceForSale } | undefined {
  for (const ticket of tickets) {
    const price = ticket.prices.find((one) => one.id === priceId);
    if (price) return { ticket, price };
  }
  return undefined;
}

/** For reservations of factories: without a browser, an address or a time window. */
export const UNCOUNTED = {
  leaves: null,
  mayHaveHold: false,
  addressHash: null,
  mostPlaces: null,
  placesBack: 0,
  affiliateId: null,
  source: null,
  validFrom: null,
  validUntil: null,
} as const;

/** The reservation that the lane would write for a factory's order. Ignores sale windows and limits per order. */
export async function decideFor(tx: Tx, given: OrderOverrides, known?: CatalogForSale): Promise<Reservation> {
  const { eventId, items, promoCode } = given;
  const catalog = known ?? (await findCatalogForSale(tx, eventId));
  if (!catalog) throw new Error(`There is no event ${eventId}`);
  const promo =
    promoCode === undefined
      ? null
      : await findPromoForSale(tx, scopeOfRow(catalog.event), eventId, promoCode);
  const look = { now: catalog.now, eventEnd: catalog.event.effectiveEnd, promo };
  const findOffer = (priceId: number): Offer | undefined => {
    const found = findPrice(catalog.tickets, priceId);
    if (!found) return undefined;
    const always = { state: 'on_sale', isVisible: true, isLocked: false } as const;
    return { ...toOffer(found.ticket, found.price, look), ...always, minPerOrder: 1, maxPerOrder: 1000 };
  };
  const promoOffer = promo && { ...toPromoOffer(promo, catalog.now), refusal: null };
  const decision = admit({ isEventOpen: true, findOffer, promo: promoOffer, items });
  if (!decision.ok)
    throw new Error(`The order is refused: ${decision.code} ${JSON.stringify(decision.params)}`);
  return toReservation(catalog, decision, {
    locale: given.locale ?? 'en',
    cartHash: hashText(newToken()),
    idempotencyKey: null,
    requestHash: '',
    replaces: null,
    ...UNCOUNTED,
  });
}

async function hold(tx: Tx, given: OrderOverrides): Promise<number> {
  const held = await holdWithin(tx, [await decideFor(tx, given)]);
  if (!held?.[0]) throw new Error('The order could not be held');
  return held[0].id;
}

async function pay(tx: Tx, order: Order): Promise<Order> {
  await tx
    .insertInto('payments')
    .values({
      account_id: order.accountId,
      order_id: order.id,
      provider: 'test_bank',
      idempotency_key: `order:${order.id}:payment:1`,
      status: 'succeeded',
      amount: order.total,
      currency: order.currency,
      card_brand: 'visa',
      card_last4: '4242',
    })
    .execute();
  return advance(tx, order, 'payment_started');
}

async function backdate(tx: Tx, orderId: number, at: Date): Promise<void> {
  await sql`update app.orders set created_at = ${at},
    completed_at = case when completed_at is not null then ${at}::timestamptz + interval '2 minutes' end
    where id = ${orderId}`.execute(tx);
  await sql`update app.attendees set created_at = ${at}::timestamptz + interval '2 minutes' where order_id = ${orderId}`.execute(
    tx,
  );
  await sql`update app.order_transitions set at = ${at} where order_id = ${orderId}`.execute(tx);
  await sql`update app.payments set created_at = ${at}, updated_at = ${at} where order_id = ${orderId}`.execute(
    tx,
  );
}

async function holdWithDetails(tx: Tx, given: OrderOverrides): Promise<Order> {
  const orderId = await hold(tx, given);
  const held = await queries.lockById(tx, orderId);
  if (!held) throw new Error('The order is gone');
  const buyer = given.buyer ?? BUYER;
  const people = given.attendees ?? [];
  const units = admitting(held.items).flatMap((item) => Array.from({ length: item.quantity }, () => item.id));
  const attendeeDetails =
    people.length === 0 ? [] : units.map((itemId, at) => ({ itemId, ...(people[at] ?? buyer) }));
  const sendAllToBuyer = people.length === 0;
  const { locale } = held;
  const answers = given.answers ?? [];
  await writeDetails(tx, [
    { ...buyer, orderId, sendAllToBuyer, attendees: attendeeDetails, answers, locale },
  ]);
  return { ...held, buyer, sendAllToBuyer, attendeeDetails, answers };
}

/** Lets the mails of an order that wait count as sent at a moment, so that nobody gets them. */
export async function forgetMails(tx: Db | Tx, orderId: number, at: Date = new Date()): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status: 'sent', sent_at: at })
    .where('order_id', '=', orderId)
    .where('status', '=', 'queued')
    .execute();
}

/** An order whose buyer chose to pay offline, with the given due date. */
export function buildAwaitingOrder(
  db: Db,
  given: OrderOverrides & { dueAt: Date },
): Promise<{ orderId: number; shortId: string }> {
  return inTransaction(db, async (tx) => {
    const order = await holdWithDetails(tx, given);
    await awaitPayment(tx, order, given.dueAt);
    if (given.createdAt) await backdate(tx, order.id, given.createdAt);
    if (given.sendMails === false) await forgetMails(tx, order.id, given.createdAt);
    return { orderId: order.id, shortId: order.shortId };
  });
}

/**
 * A completed order with its attendees, for tests and the seed. The same code as for a buyer decides, holds and
 * completes it, but sale windows, limits per order and the state of the event do not count. An order with a total has a
 * successful payment.
 */
export function buildOrder(db: Db, given: OrderOverrides): Promise<BuiltOrder> {
  return inTransaction(db, async (tx) => {
    const held = await holdWithDetails(tx, given);
    const orderId = held.id;
    const scope = scopeOfRow(held);
    const ready = held.total > 0 ? await pay(tx, held) : held;
    await completeOrder(tx, ready, held.total > 0 ? 'completed_paid' : 'completed_free');
    if (given.createdAt) await backdate(tx, orderId, given.createdAt);
    if (given.sendMails === false) await forgetMails(tx, orderId, given.createdAt);
    const issued = await findIssuedByOrder(tx, scope, orderId);
    return {
      orderId,
      shortId: held.shortId,
      reference: held.reference,
      total: held.total,
      attendees: issued.map(({ id, ticket }) => ({
        attendeeId: id,
        shortId: ticket.shortId,
        reference: ticket.reference,
        code: ticket.code,
      })),
    };
  });
}
