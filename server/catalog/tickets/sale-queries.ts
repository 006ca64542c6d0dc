import type { TicketType } from '@entrada/contract/catalog/tickets';
import type { TaxOrFee } from '@entrada/contract/pricing';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { PoolForSale, PriceForSale, TicketForSale } from './core/for-sale.ts';

/** The tickets of some events with prices, stock, taxes and fees, in homepage order. */
export async function findTicketsForSale(
  tx: Tx | Db,
  scope: AccountScope,
  eventIds: readonly number[],
): Promise<(TicketForSale & { eventId: number })[]> {
  if (eventIds.length === 0) return [];
  const tickets = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('event_id', 'in', [...eventIds])
    .orderBy('event_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  if (tickets.length === 0) return [];
  const ids = tickets.map((ticket) => ticket.id);
  const prices = await findPricesOf(tx, scope, ids);
  const pools = await findPoolsOf(tx, scope, ids);
  const taxesAndFees = await findTaxesAndFeesOf(tx, scope, ids);
  return tickets.map((row) => ({
    eventId: row.event_id,
    id: row.id,
    type: row.type as TicketType,
    name: row.name,
    description: row.description,
    position: row.position,
    admits: row.admits,
    ownStartsAt: row.own_starts_at,
    ownEndsAt: row.own_ends_at,
    saleStartsAt: row.sale_starts_at,
    saleEndsAt: row.sale_ends_at,
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    maxIsPerPerson: row.max_is_per_person,
    hidden: row.hidden,
    hideBeforeSale: row.hide_before_sale,
    hideAfterSale: row.hide_after_sale,
    hideWhenSoldOut: row.hide_when_sold_out,
    hideWithoutPromoCode: row.hide_without_promo_code,
    showQuantityRemaining: row.show_quantity_remaining,
    collapsedOnLoad: row.collapsed_on_load,
    prices: prices.get(row.id) ?? [],
    pools: pools.get(row.id) ?? [],
    taxesAndFees: taxesAndFees.get(row.id) ?? [],
  }));
}

/** Groups rows by their ticket, in the order of the rows. */
function byTicket<Row extends { ticket_id: number }, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Map<number, Item[]> {
  const found = new Map<number, Item[]>();
  for (const row of rows) {
    const items = found.get(row.ticket_id);
    if (items) items.push(toItem(row));
    else found.set(row.ticket_id, [toItem(row)]);
  }
  return found;
}

/** Prices with their stock by ticket, in the order of their position. */
async function findPricesOf(
  tx: Tx | Db,
  scope: AccountScope,
  ticketIds: readonly number[],
): Promise<Map<number, PriceForSale[]>> {
  const rows = await tx
    .selectFrom('ticket_prices as p')
    .innerJoin('counters as c', 'c.id', 'p.counter_id')
    .select([
      'p.id',
      'p.ticket_id',
      'p.counter_id',
      'p.label',
      'p.amount',
      'p.sale_starts_at',
      'p.sale_ends_at',
      'p.hidden',
      'c.quantity',
      'c.sold',
      'c.reserved',
    ])
    .where('p.account_id', '=', scope.accountId)
    .where('p.ticket_id', 'in', [...ticketIds])
    .orderBy('p.position')
    .orderBy('p.id')
    .execute();
  return byTicket(rows, (row) => ({
    id: row.id,
    counterId: row.counter_id,
    label: row.label,
    amount: row.amount,
    quantity: row.quantity,
    sold: row.sold,
    reserved: row.reserved,
    saleStartsAt: row.sale_starts_at,
    saleEndsAt: row.sale_ends_at,
    hidden: row.hidden,
  }));
}

/** Active capacity assignments with their stock by ticket, in the order of their counters. */
async function findPoolsOf(
  tx: Tx | Db,
  scope: AccountScope,
  ticketIds: readonly number[],
): Promise<Map<number, PoolForSale[]>> {
  const rows = await tx
    .selectFrom('capacity_assignment_tickets as l')
    .innerJoin('capacity_assignments as p', 'p.id', 'l.capacity_assignment_id')
    .innerJoin('counters as c', 'c.id', 'p.counter_id')
    .select(['l.ticket_id', 'p.id', 'p.counter_id', 'p.name', 'c.quantity', 'c.sold', 'c.reserved'])
    .where('l.account_id', '=', scope.accountId)
    .where('l.ticket_id', 'in', [...ticketIds])
    .where('p.active', '=', true)
    .orderBy('p.counter_id')
    .execute();
  return byTicket(rows, ({ ticket_id: _, counter_id: counterId, ...row }) => ({ ...row, counterId }));
}

/** Taxes and fees by ticket, oldest first. An amount counts only in the event's currency. */
async function findTaxesAndFeesOf(
  tx: Tx | Db,
  scope: AccountScope,
  ticketIds: readonly number[],
): Promise<Map<number, TaxOrFee[]>> {
  const rows = await tx
    .selectFrom('ticket_taxes_and_fees as l')
    .innerJoin('taxes_and_fees as t', 't.id', 'l.tax_or_fee_id')
    .innerJoin('tickets as k', 'k.id', 'l.ticket_id')
    .innerJoin('events as e', 'e.id', 'k.event_id')
    .select(['l.ticket_id', 't.id', 't.name', 't.type', 't.calculation', 't.rate', 't.amount', 't.included'])
    .where('l.account_id', '=', scope.accountId)
    .where('l.ticket_id', 'in', [...ticketIds])
    .where((where) =>
      where.or([where('t.currency', 'is', null), where('t.currency', '=', where.ref('e.currency'))]),
    )
    .orderBy('t.id')
    .execute();
  return byTicket(rows, ({ ticket_id: _, type, calculation, ...row }) => ({
    ...row,
    type: type as TaxOrFee['type'],
    calculation: calculation as TaxOrFee['calculation'],
  }));
}
