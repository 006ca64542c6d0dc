import {
  type createTicket as createEndpoint,
  type Ticket,
  type listTicketTaxes as taxesEndpoint,
  ticketListRules,
  type updateTicket as updateEndpoint,
} from '@entrada/contract/catalog/tickets';
import type { OutputOf } from '@entrada/contract/endpoint';
import type { FieldError } from '@entrada/contract/errors';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import type { AmountCheck, PaymentProvider } from '../../payment-providers/port.ts';
import { audit, auditDeleted, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { readPage } from '../../platform/lists/page.ts';
import { effectiveEnd } from '../events/core/lifecycle.ts';
import type { LockedEvent } from '../events/queries.ts';
import { inLockedEvent, lockEvent, requireEvent } from '../events/service.ts';
import { updateQuantity } from '../inventory/queries.ts';
import {
  attachDefaultTaxesAndFees,
  findTaxesAndFees,
  replaceTaxesAndFees,
} from '../taxes-and-fees/queries.ts';
import { amountsToCheck } from './core/amounts.ts';
import { leftOfPrice, type Moment, priceAvailability, ticketAvailability } from './core/availability.ts';
import type { PriceForSale, TicketForSale } from './core/for-sale.ts';
import { carriesTaxesAndFees, commonTaxes, findUntaxed } from './core/taxes.ts';
import {
  deletePrices,
  deleteTicketRows,
  findOrderedPrices,
  findOrderedTickets,
  findTicketFacts,
  insertPrice,
  insertTicket,
  lockCounters,
  nextPosition,
  ticketSource,
  updatePriceRow,
  updateTicketRows,
} from './queries.ts';
import { findTicketsForSale } from './sale-queries.ts';

type CreateInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;
type Provider = Pick<PaymentProvider, 'checkAmount'> | null;

const iso = (date: Date | null) => date?.toISOString() ?? null;

function toTicket(
  ticket: TicketForSale,
  facts: { version: number; hasSales: boolean; lacksTax: boolean },
  moment: Moment,
): Ticket {
  return {
    ...ticket,
    ...facts,
    ownStartsAt: iso(ticket.ownStartsAt),
    ownEndsAt: iso(ticket.ownEndsAt),
    saleStartsAt: iso(ticket.saleStartsAt),
    saleEndsAt: iso(ticket.saleEndsAt),
    availability: ticketAvailability(ticket, moment),
    prices: ticket.prices.map(({ counterId: __, ...price }) => ({
      ...price,
      saleStartsAt: iso(price.saleStartsAt),
      saleEndsAt: iso(price.saleEndsAt),
      available: leftOfPrice(ticket, price),
      availability: priceAvailability(ticket, price, moment),
    })),
  };
}

/** All tickets of an event as the workspace shows them; NOT_FOUND for another account's event. */
async function readTickets(ctx: Ctx, eventId: number, tx: Tx | Db): Promise<Ticket[]> {
  const { scope, now, effectiveEnd } = await requireEvent(ctx, eventId, tx);
  const facts = await findTicketFacts(tx, scope, eventId);
  const moment = { now, eventEnd: effectiveEnd };
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

/** Refuses amounts that the provider would not charge, when they are entered and not only when somebody pays. */
function expectChargeable(
  provider: Provider,
  currency: string,
  input: CreateInput,
  before: readonly PriceForSale[],
): void {
  for (const index of amountsToCheck(input.type, input.prices, before)) {
    const minor = input.prices[index]?.amount ?? 0;
    const answer = provider?.checkAmount({ minor, currency }) ?? { ok: true };
    if (answer.ok) continue;
    const path = `prices.${index}.amount`;
    if (answer.code === 'AMOUNT_TOO_SMALL') {
      throw fail('PRICE_BELOW_PROVIDER_MINIMUM', { params: { min: answer.bound, currency, path } });
    }
    throw failFields([{ path, ...amountFieldError(answer) }]);
  }
}

function amountFieldError({ code, bound }: Extract<AmountCheck, { ok: false }>): Omit<FieldError, 'path'> {
  if (code === 'AMOUNT_TOO_LARGE' && bound !== null) return { code: 'too_big', max: bound };
  if (code === 'AMOUNT_NOT_A_MULTIPLE' && bound !== null) return { code: 'not_a_multiple', min: bound };
  return { code: 'invalid_format' };
}

/** Refuses own dates of a ticket that the event does not hold. */
function expectWithin(event: LockedEvent, { ownStartsAt, ownEndsAt }: CreateInput): void {
  if (!ownStartsAt || !ownEndsAt) return;
  const end = effectiveEnd(event);
  const isOutside = (at: string) => new Date(at) < event.startsAt || new Date(at) > end;
  const wrong = (['ownStartsAt', 'ownEndsAt'] as const).filter((path) =>
    isOutside(path === 'ownStartsAt' ? ownStartsAt : ownEndsAt),
  );
  if (wrong.length > 0) throw failFields(wrong.map((path) => ({ path, code: 'outside_event' })));
}

function ticketColumns(input: CreateInput) {
  return {
    type: input.type,
    name: input.name,
    description: input.description,
    ...(input.admits !== undefined && { admits: input.admits }),
    ...(input.ownStartsAt !== undefined && {
      own_starts_at: input.ownStartsAt,
      own_ends_at: input.ownEndsAt ?? null,
    }),
    sale_starts_at: input.saleStartsAt,
    sale_ends_at: input.saleEndsAt,
    min_per_order: input.minPerOrder,
    max_per_order: input.maxPerOrder,
    ...(input.maxIsPerPerson !== undefined && { max_is_per_person: input.maxIsPerPerson }),
    hidden: input.hidden,
    hide_before_sale: input.hideBeforeSale,
    hide_after_sale: input.hideAfterSale,
    hide_when_sold_out: input.hideWhenSoldOut,
    hide_without_promo_code: input.hideWithoutPromoCode,
    show_quantity_remaining: input.showQuantityRemaining,
    ...(input.collapsedOnLoad !== undefined && { collapsed_on_load: input.collapsedOnLoad }),
  };
}

const priceColumns = (price: CreateInput['prices'][number], position: number) => ({
  label: price.label,
  amount: price.amount,
  position,
  sale_starts_at: price.saleStartsAt,
  sale_ends_at: price.saleEndsAt,
  hidden: price.hidden,
});

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
    input: Pick<CreateInput, 'type' | 'taxOrFeeIds'>;
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
  input: CreateInput,
): Promise<Ticket> {
  return inLockedEvent(ctx, eventId, (tx, _, event) => addTicket(tx, ctx, provider, { event, input }));
}

/** The same in the transaction of a caller who holds the event's lock. */
export async function addTicket(
  tx: Tx,
  ctx: Ctx,
  provider: Provider,
  { event, input }: { event: LockedEvent; input: CreateInput },
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

/** The prices that a change leaves out. Throws NOT_FOUND for an id that is not the ticket's, and names one given twice. */
function removedPrices(stored: readonly PriceForSale[], given: CreateInput['prices']): PriceForSale[] {
  const seen = new Set<number>();
  for (const [index, { id }] of given.entries()) {
    if (id === undefined) continue;
    if (seen.has(id)) throw failFields([{ path: `prices.${index}.id`, code: 'duplicate' }]);
    if (!stored.some((price) => price.id === id)) throw fail('NOT_FOUND');
    seen.add(id);
  }
  return stored.filter((price) => !seen.has(price.id));
}

/**
 * Removes a ticket that no order names, and records it. NOT_FOUND, EVENT_ARCHIVED, TICKET_HAS_SALES. Locks the event,
 * then the ticket's counters in id order.
 */
export function deleteTicket(ctx: Ctx, eventId: number, ticketId: number): Promise<void> {
  return inLockedEvent(ctx, eventId, async (tx) => {
    const { removed, kept } = await removeTickets(ctx, tx, eventId, [ticketId]);
    if (kept.length > 0) throw fail('TICKET_HAS_SALES');
    if (removed.length === 0) throw fail('NOT_FOUND');
  });
}

/**
 * Removes those of these tickets that no order names, and records each; answers what became of them, ids that are not
 * the event's left out. The caller holds the event's lock; locks the tickets' counters in id order.
 */
export async function removeTickets(
  ctx: Ctx,
  tx: Tx,
  eventId: number,
  ids: readonly number[],
): Promise<{ removed: Ticket[]; kept: Ticket[] }> {
  const scope = scopeOf(ctx.actor);
  const wanted = new Set(ids);
  const found = (await readTickets(ctx, eventId, tx)).filter(({ id }) => wanted.has(id));
  const known = found.map(({ id }) => id);
  await lockCounters(tx, scope, known);
  const ordered = await findOrderedTickets(tx, scope, known);
  const removed = found.filter(({ id }) => !ordered.has(id));
  await deleteTicketRows(
    tx,
    scope,
    removed.map(({ id }) => id),
  );
  await auditDeleted(tx, ctx, scope, {
    action: 'ticket.deleted',
    type: 'ticket',
    rows: removed,
    held: auditable,
  });
  return { removed, kept: found.filter(({ id }) => ordered.has(id)) };
}

function auditable({
  prices,
  taxesAndFees,
  availability: _a,
  hasSales: _h,
  lacksTax: _x,
  version: _v,
  id: _i,
  ...fields
}: Ticket) {
  return {
    ...fields,
    taxesAndFees: taxesAndFees.map((taxOrFee) => taxOrFee.id),
    prices: prices.map(({ sold: _s, reserved: _r, available: _l, availability: _p, ...price }) => price),
  };
}
