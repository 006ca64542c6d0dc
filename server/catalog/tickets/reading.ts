import {
  type Ticket,
  type listTicketTaxes as taxesEndpoint,
  ticketListRules,
} from '@entrada/contract/catalog/tickets';
import type { OutputOf } from '@entrada/contract/endpoint';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type { Db, Tx } from '../../db/client.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { readPage } from '../../platform/lists/page.ts';
import { saleEndOf } from '../events/core/standing.ts';
import { requireEvent } from '../events/service.ts';
import { toTicket } from './core/shown.ts';
import { commonTaxes, findUntaxed } from './core/taxes.ts';
import { findTicketFacts, ticketSource } from './queries.ts';
import { findTicketsForSale } from './sale-queries.ts';

/** All tickets of an event as the workspace shows them; NOT_FOUND for another account's event. */
export async function readTickets(ctx: Ctx, eventId: number, tx: Tx | Db): Promise<Ticket[]> {
  const { scope, ...event } = await requireEvent(ctx, eventId, tx);
  const facts = await findTicketFacts(tx, scope, eventId);
  const moment = { now: event.now, eventEnd: saleEndOf(event, event.now) };
  const found = await findTicketsForSale(tx, scope, [eventId]);
  const untaxed = findUntaxed(found);
  return found.flatMap(({ eventId: _, ...ticket }) => {
    const known = facts.get(ticket.id);
    return known ? [toTicket(ticket, { ...known, lacksTax: untaxed.has(ticket.id) }, moment)] : [];
  });
}

/** A page of an event's tickets. NOT_FOUND. */
export async function listTickets(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: Ticket[]; meta: ListMeta }> {
  const tickets = await readTickets(ctx, eventId, ctx.db);
  const source = ticketSource(scopeOf(ctx.actor), eventId);
  return readPage(ctx.db, { rules: ticketListRules, source, query }, async () => tickets);
}

/** The taxes that tickets of an event with a price carry, the most common first. NOT_FOUND. */
export async function listTicketTaxes(
  ctx: Ctx,
  eventId: number,
): Promise<OutputOf<typeof taxesEndpoint>['data']> {
  return commonTaxes(await readTickets(ctx, eventId, ctx.db));
}

/** One ticket. NOT_FOUND. `tx` may be the pool. */
export async function getTicket(
  ctx: Ctx,
  eventId: number,
  ticketId: number,
  tx: Tx | Db = ctx.db,
): Promise<Ticket> {
  const ticket = (await readTickets(ctx, eventId, tx)).find((each) => each.id === ticketId);
  if (!ticket) throw fail('NOT_FOUND');
  return ticket;
}
