import type { Guest, Verdict } from '@entrada/contract/door/check-in';
import type { DoorOffer, sellAtDoor as sellEndpoint } from '@entrada/contract/door/sales';
import type { z } from 'zod';
import { lockEvent } from '../../catalog/events/service.ts';
import { findCatalogForSale } from '../../catalog/shop/catalog-for-sale.ts';
import type { Tx } from '../../db/client.ts';
import { type AccountScope, type Ctx, scopeOfRow } from '../../platform/context.ts';
import { AppError, fail, failFields } from '../../platform/errors.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { inTurn } from '../../platform/turns.ts';
import { addByHand, addedBefore } from '../../sales/guests/by-hand.ts';
import { type Chosen, choosePlaces } from '../../sales/guests/core/guests.ts';
import { expireOverdue } from '../../sales/reservations/queries.ts';
import { countsOf } from '../check-in/counts.ts';
import { toGuest } from '../check-in/door.ts';
import * as people from '../check-in/queries.ts';
import { checkIn } from '../check-in/service.ts';
import { type DoorCall, type Entered, enterByLink } from '../check-in-links/entry.ts';
import { isSoldAt, offersOf } from './core/offers.ts';
import { findSale, findSellingList, insertDoorSale, type SellingList } from './queries.ts';

type Wish = z.output<(typeof sellEndpoint)['body']>;

/**
 * What a door may sell now, and at what price. Throws what `enterByLink` throws, and DOOR_SALES_NOT_ALLOWED.
 */
export async function listOffers(
  ctx: Ctx,
  call: DoorCall,
): Promise<{ currency: string; offers: DoorOffer[] }> {
  const { list } = await enter(ctx, call);
  const catalog = await findCatalogForSale(ctx.db, list.event_id);
  if (!catalog) throw fail('CHECK_IN_LIST_NOT_FOUND');
  const door = doorOf(list, catalog.now);
  const isOpen = catalog.event.calledOffAt === null && catalog.event.status !== 'archived';
  return { currency: catalog.event.currency, offers: isOpen ? offersOf(door, catalog.tickets) : [] };
}

const doorOf = (list: SellingList, now: Date) => ({
  allTickets: list.all_tickets,
  ticketIds: list.ticketIds,
  now,
});

async function enter(
  ctx: Ctx,
  call: DoorCall,
): Promise<{ scope: AccountScope; entered: Entered; list: SellingList }> {
  const entered = await enterByLink(ctx, call, 'supervisor');
  const scope = scopeOfRow(entered);
  const list = await findSellingList(ctx.db, scope, entered.listId);
  if (!list) throw fail('CHECK_IN_LIST_NOT_FOUND');
  if (!list.allows_sales) throw fail('DOOR_SALES_NOT_ALLOWED');
  return { scope, entered, list };
}

type Sold = {
  reference: string;
  total: number;
  currency: string;
  tickets: { guest: Guest; verdict: Verdict | null }[];
  attendees: number;
  checkedIn: number;
};

/**
 * Sells tickets at the door as one complete order, or adds guests who pay nothing. Takes the places as a sale does, never
 * more than are left. The audit names the link as the person. With `checkIn` each ticket is then let in by the rules of the
 * door; a repeated key finds the same order and the same entries. Locks the event, then counters. Throws what `enterByLink`
 * throws, DOOR_SALES_NOT_ALLOWED, EVENT_ARCHIVED, EVENT_CALLED_OFF, TICKET_UNAVAILABLE, NOT_ENOUGH_LEFT with `left` and the
 * ticket, TOTAL_CHANGED with `total`, IDEMPOTENCY_KEY_REUSED, VALIDATION_FAILED.
 */
export async function sellAtDoor(
  ctx: Ctx,
  call: DoorCall,
  { wish, key, hash }: { wish: Wish; key: string | null; hash: string },
): Promise<Sold> {
  const { scope, entered, list } = await enter(ctx, call);
  const sell = () =>
    inTurn(ctx.db, [`event ${list.event_id}`], async (tx) => {
      await lockEvent(tx, scope, list.event_id);
      return sellWithin(tx, ctx, { scope, entered, list, wish, key, hash });
    });
  const orderId = await sell().catch(async (error: unknown) => {
    // Overdue holds of others end if they keep the needed places, as in a sale.
    const isScarce = error instanceof AppError && error.code === 'NOT_ENOUGH_LEFT';
    if (!isScarce || (await expireOverdue(ctx.db, { eventId: list.event_id })) === 0) throw error;
    return sell();
  });
  const { tickets, ...order } = await findSale(ctx.db, scope, orderId);
  const verdicts = wish.checkIn ? await letIn(ctx, call, { orderId, tickets, wish }) : new Map();
  const ids = tickets.map(({ id }) => id);
  const place = { id: list.id, event_id: list.event_id, all_tickets: list.all_tickets };
  const guests = inOrderOf(ids, await people.findGuests(ctx.db, place, ids)).map(toGuest);
  return {
    ...order,
    tickets: guests.map((guest) => ({ guest, verdict: verdicts.get(guest.reference) ?? null })),
    ...(await countsOf(ctx.db, place)),
  };
}

/** Lets the tickets of a sale in by the rules of the door. Answers the verdicts by reference. */
async function letIn(
  ctx: Ctx,
  call: DoorCall,
  { orderId, tickets, wish }: { orderId: number; tickets: readonly { reference: string }[]; wish: Wish },
): Promise<Map<string, Verdict>> {
  const { device, scannedAt } = wish;
  const answers = tickets.map(async ({ reference }, at) => {
    const nonce = `door-sale-${orderId}-${at}`;
    const attempt = { method: 'search', direction: 'in', reference, device, scannedAt, nonce } as const;
    return [reference, (await checkIn(ctx, call, attempt)).verdict] as const;
  });
  return new Map(await Promise.all(answers));
}

async function sellWithin(
  tx: Tx,
  ctx: Ctx,
  sale: {
    scope: AccountScope;
    entered: Entered;
    list: SellingList;
    wish: Wish;
    key: string | null;
    hash: string;
  },
): Promise<number> {
  const { scope, entered, list, wish, hash } = sale;
  const idempotencyKey = sale.key === null ? null : `door ${entered.linkId} ${sale.key}`;
  const before = await addedBefore(tx, idempotencyKey, hash);
  if (before !== null) return before;
  const catalog = await findCatalogForSale(tx, list.event_id);
  if (!catalog) throw fail('CHECK_IN_LIST_NOT_FOUND');
  if (catalog.event.calledOffAt) throw fail('EVENT_CALLED_OFF');
  const door = doorOf(list, catalog.now);
  const lines = merged(wish.lines).map(({ priceId, quantity }) => {
    const ticket = catalog.tickets.find(({ prices }) => prices.some(({ id }) => id === priceId));
    const price = ticket?.prices.find(({ id }) => id === priceId);
    if (!ticket || !price || !isSoldAt(door, ticket, price))
      throw fail('TICKET_UNAVAILABLE', { params: { priceId } });
    const amount = wish.isGuest ? 0 : price.amount;
    const chosen = choosePlaces(catalog.tickets, { priceId, amount, quantity });
    if (!chosen.ok) throw 'errors' in chosen ? failFields(chosen.errors) : fail(chosen.code);
    return { chosen, people: Array.from({ length: quantity }, () => personOf(wish)) };
  });
  const total = totalOf(lines);
  if (wish.expectedTotal !== total) throw fail('TOTAL_CHANGED', { params: { total } });
  if (total > 0 && wish.payment === null) throw failFields([{ path: 'payment', code: 'required' }]);
  if (total === 0 && wish.payment !== null) throw failFields([{ path: 'payment', code: 'invalid_choice' }]);
  const added = await addByHand(tx, ctx, scope, {
    eventId: list.event_id,
    currency: catalog.event.currency,
    locale: wish.locale,
    lines,
    payment: wish.payment,
    notify: wish.email !== '',
    exceedCapacity: false,
    idempotencyKey,
    requestHash: hash,
    facts: {
      door: {
        list: list.name,
        listId: list.id,
        link: entered.linkName,
        linkId: entered.linkId,
        device: wish.device,
      },
    },
  });
  await insertDoorSale(tx, scope, {
    orderId: added.orderId,
    listId: list.id,
    linkId: entered.linkId,
    device: wish.device,
  });
  return added.orderId;
}

const personOf = ({ firstName, lastName, email }: Wish) => ({ firstName, lastName, email });

const totalOf = (lines: readonly { chosen: Chosen }[]) =>
  lines.reduce((sum, { chosen }) => sum + chosen.priced.total, 0);

/** Lines of one price as one line, because an order has one line for each. */
function merged(lines: Wish['lines']): Wish['lines'] {
  const quantities = new Map<number, number>();
  for (const { priceId, quantity } of lines)
    quantities.set(priceId, (quantities.get(priceId) ?? 0) + quantity);
  return [...quantities].map(([priceId, quantity]) => ({ priceId, quantity }));
}
