import type { Ticket, updateTicket as updateEndpoint } from '@entrada/contract/catalog/tickets';
import type { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { audit, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import type { LockedEvent } from '../events/queries.ts';
import { inLockedEvent, lockEvent } from '../events/service.ts';
import { updateQuantity } from '../inventory/queries.ts';
import {
  attachDefaultTaxesAndFees,
  findTaxesAndFees,
  replaceTaxesAndFees,
} from '../taxes-and-fees/queries.ts';
import { expectChargeable, expectWithin, type Provider, removedPrices } from './checks.ts';
import { priceColumns, type TicketInput, ticketColumns } from './core/columns.ts';
import { auditable } from './core/shown.ts';
import { carriesTaxesAndFees } from './core/taxes.ts';
import {
  deletePrices,
  findOrderedPrices,
  insertPrice,
  insertTicket,
  lockCounters,
  nextPosition,
  updatePriceRow,
  updateTicketRows,
} from './queries.ts';
import { getTicket } from './reading.ts';
import { findTicketsForSale } from './sale-queries.ts';

type UpdateInput = z.output<(typeof updateEndpoint)['body']>;

/**
 * Makes the given taxes and fees the ticket's; a free one has none. What it did not carry before must be the account's,
 * and an amount of the event's currency.
 */
async function attachTaxesAndFees(
  tx: Tx,
  scope: AccountScope,
  change: {
    ticketId: number;
    currency: string;
    input: Pick<TicketInput, 'type' | 'taxOrFeeIds'>;
    before?: Ticket;
  },
): Promise<void> {
  const { input, before, currency } = change;
  const ids = input.type === 'free' ? [] : (input.taxOrFeeIds ?? []);
  const added = ids.filter((id) => !before?.taxesAndFees.some((taxOrFee) => taxOrFee.id === id));
  const found = await findTaxesAndFees(tx, scope, added);
  if (found.length < added.length) throw failFields([{ path: 'taxOrFeeIds', code: 'not_found' }]);
  if (found.some((taxOrFee) => taxOrFee.currency !== null && taxOrFee.currency !== currency)) {
    throw failFields([{ path: 'taxOrFeeIds', code: 'invalid_choice' }]);
  }
  await replaceTaxesAndFees(tx, scope, change.ticketId, ids);
}

/**
 * Adds a ticket at the end, each price with a counter, and records it. Without taxes and fees
 * of its own, one with a price gets the account's defaults. NOT_FOUND, EVENT_ARCHIVED,
 * PRICE_BELOW_PROVIDER_MINIMUM, VALIDATION_FAILED for a tax or fee that is not the account's
 * or is an amount of another currency, and for own dates outside the event. Locks the event.
 */
export function createTicket(
  ctx: Ctx,
  provider: Provider,
  eventId: number,
  input: TicketInput,
): Promise<Ticket> {
  return inLockedEvent(ctx, eventId, (tx, _, event) => addTicket(tx, ctx, provider, { event, input }));
}

/** As `createTicket`, in the transaction of a caller who holds the event's lock. NOT_FOUND also for a price with an id. */
export async function addTicket(
  tx: Tx,
  ctx: Ctx,
  provider: Provider,
  { event, input }: { event: LockedEvent; input: TicketInput },
): Promise<Ticket> {
  const scope = scopeOf(ctx.actor);
  const eventId = event.id;
  if (input.prices.some((price) => price.id !== undefined)) throw fail('NOT_FOUND');
  expectWithin(event, input);
  expectChargeable(provider, event.currency, input, []);
  const position = await nextPosition(tx, scope, eventId);
  const id = await insertTicket(tx, scope, { ...ticketColumns(input), event_id: eventId, position });
  for (const [index, price] of input.prices.entries()) {
    await insertPrice(
      tx,
      scope,
      { ...priceColumns(price, index), event_id: eventId, ticket_id: id },
      price.quantity,
    );
  }
  if (input.taxOrFeeIds)
    await attachTaxesAndFees(tx, scope, { ticketId: id, currency: event.currency, input });
  else if (carriesTaxesAndFees(input.type)) await attachDefaultTaxesAndFees(tx, scope, id, event.currency);
  const ticket = await getTicket(ctx, eventId, id, tx);
  await audit(tx, ctx, scope, {
    action: 'ticket.created',
    target: { type: 'ticket', id },
    after: auditable(ticket),
  });
  return ticket;
}

/**
 * Changes a ticket and records it. Adds prices without an id and removes prices that are left out. A quantity below
 * what is sold and held only stops sales. NOT_FOUND (also for a price of another ticket), EVENT_ARCHIVED, STALE_VERSION
 * with params.version, TICKET_TYPE_LOCKED, TICKET_ADMITS_LOCKED, TICKET_HAS_SALES, PRICE_BELOW_PROVIDER_MINIMUM,
 * VALIDATION_FAILED as for `createTicket`. Locks the event, then the ticket's counters in id order.
 */
export function updateTicket(
  ctx: Ctx,
  provider: Provider,
  ids: { eventId: number; ticketId: number },
  { version, ...input }: UpdateInput,
): Promise<Ticket> {
  const scope = scopeOf(ctx.actor);
  const { eventId, ticketId } = ids;
  const change = { action: 'ticket.updated', target: { type: 'ticket', id: ticketId }, auditable, eventId };
  return saveChange(ctx, scope, change, async (tx) => {
    const event = await lockEvent(tx, scope, eventId);
    const before = await getTicket(ctx, eventId, ticketId, tx);
    expectVersion(version, before.version);
    expectWithin(event, input);
    await lockCounters(tx, scope, [ticketId]);
    const stored =
      (await findTicketsForSale(tx, scope, [eventId])).find((each) => each.id === ticketId)?.prices ?? [];
    const ordered = await findOrderedPrices(tx, scope, ticketId);
    if (input.type !== before.type && ordered.size > 0) throw fail('TICKET_TYPE_LOCKED');
    if (input.admits === !before.admits && ordered.size > 0) throw fail('TICKET_ADMITS_LOCKED');
    const removed = removedPrices(stored, input.prices);
    if (removed.some((price) => ordered.has(price.id))) throw fail('TICKET_HAS_SALES');
    expectChargeable(provider, event.currency, input, input.type === before.type ? stored : []);

    await updateTicketRows(tx, scope, [ticketId], ticketColumns(input));
    await deletePrices(tx, scope, removed);
    for (const [index, price] of input.prices.entries()) {
      const known = stored.find((each) => each.id === price.id);
      if (known) {
        await updatePriceRow(tx, scope, known.id, priceColumns(price, index));
        if (known.quantity !== price.quantity)
          await updateQuantity(tx, scope, known.counterId, price.quantity);
      } else {
        await insertPrice(
          tx,
          scope,
          { ...priceColumns(price, index), event_id: eventId, ticket_id: ticketId },
          price.quantity,
        );
      }
    }
    const becamePriced = carriesTaxesAndFees(input.type) && !carriesTaxesAndFees(before.type);
    if (input.taxOrFeeIds || input.type === 'free') {
      await attachTaxesAndFees(tx, scope, { ticketId, currency: event.currency, input, before });
    } else if (becamePriced && before.taxesAndFees.length === 0) {
      await attachDefaultTaxesAndFees(tx, scope, ticketId, event.currency);
    }
    return { before, after: await getTicket(ctx, eventId, ticketId, tx) };
  });
}
