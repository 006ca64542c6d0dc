import type { Db, Tx } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { type EventForSale, findEventForSale } from '../events/sale-queries.ts';
import type { TicketForSale } from '../tickets/core/for-sale.ts';
import { findTicketsForSale } from '../tickets/sale-queries.ts';

/** All that a sale of one event depends on, hidden tickets included. */
export type CatalogForSale = {
  /** The database's clock when this was read. */
  now: Date;
  event: EventForSale;
  /** In homepage order. */
  tickets: TicketForSale[];
};

/**
 * All facts on which a sale of one event depends, in any status and with hidden tickets; null if there is no such
 * event. Locks nothing: the stock may be out of date, and the counters decide.
 */
export async function findCatalogForSale(tx: Tx | Db, eventId: number): Promise<CatalogForSale | null> {
  const found = await findEventForSale(tx, eventId);
  if (!found) return null;
  const scope = scopeOfRow(found.event);
  return { ...found, tickets: await findTicketsForSale(tx, scope, [eventId]) };
}
