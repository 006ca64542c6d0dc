import type { Db, Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import * as clicks from '../affiliates/core/clicks.ts';
import * as affiliates from '../affiliates/queries.ts';
import * as promo from '../promo-codes/core/promo.ts';
import * as questions from '../questions/queries.ts';
import * as availability from '../tickets/core/availability.ts';
import type { CatalogForSale, PromoForSale } from '../tickets/core/types.ts';
import * as links from '../tickets/link-queries.ts';
import { findEventForSale, findPromo, findTicketsForSale } from '../tickets/sale-queries.ts';

export type {
  CatalogForSale,
  EventForSale,
  PoolForSale,
  PriceForSale,
  PromoForSale,
  TicketForSale,
} from '../tickets/core/types.ts';

/** See core/availability.ts: how a price stands now, and whether a buyer may know of it. */
export const priceAvailability = availability.priceAvailability;
export const isVisible = availability.isVisible;
export const leftOf = availability.leftOf;
export const leftOfPrice = availability.leftOfPrice;

/** See core/promo.ts: why a code cannot be used now, and which tickets it is for. */
export const promoRefusal = promo.promoRefusal;
export const promoCovers = promo.promoCovers;

/**
 * Everything a sale of one event depends on, whatever its status and hidden tickets included; null when there is no such
 * event. Locks nothing: stock is what it was when read, and counters decide.
 */
export async function findCatalogForSale(tx: Tx | Db, eventId: number): Promise<CatalogForSale | null> {
  const found = await findEventForSale(tx, eventId);
  if (!found) return null;
  const scope = scopeOfRow({ account_id: found.event.accountId });
  return { ...found, tickets: await findTicketsForSale(tx, scope, [eventId]) };
}

/** A promo code of an event by what a buyer typed, letters of any case, valid or not (see `promoRefusal`); null when unknown. */
export async function findPromoCode(
  tx: Tx | Db,
  eventId: number,
  code: string,
): Promise<PromoForSale | null> {
  // PostgreSQL stores no NUL, so no code holds one.
  if (code.includes('\0')) return null;
  const found = await findEventForSale(tx, eventId);
  return found && findPromo(tx, scopeOfRow({ account_id: found.event.accountId }), eventId, code.trim());
}

/** What buyers of an event are asked, in order. Locks nothing: an organizer may change it at any time. */
export const findBuyerQuestions = questions.findAsked;

/**
 * Copies the questions of an event to another of the same account, hidden ones included, in the caller's transaction.
 * `ticketIds`: for each old ticket the one that stands for it; a question for tickets of which none is copied is for none.
 */
export const copyQuestions = questions.copyQuestionRows;

/** See ticket-links.ts: the tickets that a record is for, read and written alike whatever the record. */
export const linkedTickets = links.linkedTickets;
export const expectTickets = links.expectTickets;
export const replaceTicketLinks = links.replaceTicketLinks;

/** See core/affiliate-clicks.ts: what a browser's cookie remembers of opened links, and for which one an order counts. */
export const readOpenedLinks = clicks.readOpened;
export const lastOpenedLink = clicks.lastOpened;
export const dayNumber = clicks.dayOf;

/** The active affiliates of an event by their codes in lower case. Locks nothing: the catalogue's version covers them. */
export const findActiveAffiliates = affiliates.findActiveAffiliates;
