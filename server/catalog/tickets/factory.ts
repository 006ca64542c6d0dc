import type { TicketType } from '@entrada/contract/catalog/tickets';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';

type PriceOverrides = {
  label?: string;
  /** Minor units. */
  amount?: number;
  /** Null is unlimited. */
  quantity?: number | null;
  hidden?: boolean;
  saleStartsAt?: Date | null;
  saleEndsAt?: Date | null;
};

export type TicketOverrides = {
  accountId: number;
  eventId: number;
  type?: TicketType;
  name?: string;
  description?: string;
  position?: number;
  /** Of the only price; for tiers use `prices`. */
  amount?: number;
  quantity?: number | null;
  prices?: PriceOverrides[];
  minPerOrder?: number;
  maxPerOrder?: number;
  maxIsPerPerson?: boolean;
  hidden?: boolean;
  hideBeforeSale?: boolean;
  hideAfterSale?: boolean;
  hideWhenSoldOut?: boolean;
  hideWithoutPromoCode?: boolean;
  showQuantityRemaining?: boolean;
  collapsedOnLoad?: boolean;
  /** False: it lets nobody in. */
  admits?: boolean;
  /** The part of the event that it is for; the whole event unless given. */
  ownStartsAt?: Date | null;
  ownEndsAt?: Date | null;
  saleStartsAt?: Date | null;
  saleEndsAt?: Date | null;
  /** Ids of taxes and fees to attach. */
  taxesAndFees?: number[];
};

type BuiltPrice = { priceId: number; counterId: number };

/** A ticket with its prices and counters, for tests and the seed: paid, 25.00, 100 of them unless told otherwise. */
export async function buildTicket(
  db: Db,
  given: TicketOverrides,
): Promise<BuiltPrice & { ticketId: number; prices: BuiltPrice[] }> {
  const owner = { account_id: given.accountId, event_id: given.eventId };
  const type = given.type ?? 'paid';
  const ticket = await db
    .insertInto('tickets')
    .values({
      ...owner,
      type,
      name: given.name ?? 'General',
      description: given.description ?? '',
      position: given.position ?? 1,
      min_per_order: given.minPerOrder ?? 1,
      max_per_order: given.maxPerOrder ?? 10,
      max_is_per_person: given.maxIsPerPerson ?? false,
      hidden: given.hidden ?? false,
      hide_before_sale: given.hideBeforeSale ?? false,
      hide_after_sale: given.hideAfterSale ?? false,
      hide_when_sold_out: given.hideWhenSoldOut ?? false,
      hide_without_promo_code: given.hideWithoutPromoCode ?? false,
      show_quantity_remaining: given.showQuantityRemaining ?? false,
      collapsed_on_load: given.collapsedOnLoad ?? false,
      sale_starts_at: given.saleStartsAt ?? null,
      sale_ends_at: given.saleEndsAt ?? null,
      admits: given.admits ?? true,
      own_starts_at: given.ownStartsAt ?? null,
      own_ends_at: given.ownEndsAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const prices: BuiltPrice[] = [];
  for (const [position, price] of (given.prices ?? [{}]).entries()) {
    const quantity =
      price.quantity !== undefined ? price.quantity : given.quantity !== undefined ? given.quantity : 100;
    const counter = await db
      .insertInto('counters')
      .values({ ...owner, kind: 'price', quantity, ceiling: quantity })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await db
      .insertInto('ticket_prices')
      .values({
        ...owner,
        ticket_id: ticket.id,
        counter_id: counter.id,
        label: price.label ?? (type === 'tiered' ? `Tier ${position + 1}` : ''),
        amount: price.amount ?? given.amount ?? (type === 'free' ? 0 : 2500),
        position,
        hidden: price.hidden ?? false,
        sale_starts_at: price.saleStartsAt ?? null,
        sale_ends_at: price.saleEndsAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    prices.push({ priceId: row.id, counterId: counter.id });
  }
  for (const id of given.taxesAndFees ?? []) {
    await db
      .insertInto('ticket_taxes_and_fees')
      .values({ account_id: given.accountId, ticket_id: ticket.id, tax_or_fee_id: id })
      .execute();
  }
  const [first] = prices;
  if (!first) throw new Error('A ticket needs a price');
  return { ...first, ticketId: ticket.id, prices };
}

export type TaxOrFeeOverrides = {
  accountId: number;
  name?: string;
  type?: 'tax' | 'fee';
  /** Percent as an exact decimal; a fixed `amount` in minor units takes its place. */
  rate?: string;
  amount?: number;
  /** Of a fixed amount; EUR unless told otherwise. */
  currency?: string;
  included?: boolean;
  isDefault?: boolean;
};

/** A tax of 21 % unless told otherwise. */
export async function buildTaxOrFee(db: Db, given: TaxOrFeeOverrides): Promise<{ id: number }> {
  const isFixed = given.amount !== undefined;
  return db
    .insertInto('taxes_and_fees')
    .values({
      account_id: given.accountId,
      name: given.name ?? 'IVA',
      type: given.type ?? 'tax',
      calculation: isFixed ? 'fixed' : 'percentage',
      rate: isFixed ? null : (given.rate ?? '21.0000'),
      amount: given.amount ?? null,
      currency: isFixed ? (given.currency ?? 'EUR') : null,
      included: given.included ?? false,
      is_default: given.isDefault ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

type PromoOverrides = {
  accountId: number;
  eventId: number;
  code?: string;
  discountType?: 'none' | 'percentage' | 'fixed';
  percentage?: string;
  amount?: number;
  /** Ids of the only tickets it is for; all unless given. */
  ticketIds?: number[];
  /** How many orders may use it; null is unlimited. */
  uses?: number | null;
  expiresAt?: Date | null;
  disabled?: boolean;
};

/** A promo code: 10 % on every ticket, unlimited, unless told otherwise. */
export async function buildPromoCode(
  db: Db,
  given: PromoOverrides,
): Promise<{ promoCodeId: number; counterId: number; code: string }> {
  const owner = { account_id: given.accountId, event_id: given.eventId };
  const uses = given.uses ?? null;
  const counter = await db
    .insertInto('counters')
    .values({ ...owner, kind: 'promo', quantity: uses, ceiling: uses })
    .returning('id')
    .executeTakeFirstOrThrow();
  const type = given.discountType ?? 'percentage';
  const promo = await db
    .insertInto('promo_codes')
    .values({
      ...owner,
      counter_id: counter.id,
      code: given.code ?? 'VERANO',
      discount_type: type,
      percentage: type === 'percentage' ? (given.percentage ?? '10.0000') : null,
      amount: type === 'fixed' ? (given.amount ?? 500) : null,
      applies_to_all: given.ticketIds === undefined,
      expires_at: given.expiresAt ?? null,
      disabled: given.disabled ?? false,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  for (const ticketId of given.ticketIds ?? []) {
    await db
      .insertInto('promo_code_tickets')
      .values({ account_id: given.accountId, promo_code_id: promo.id, ticket_id: ticketId })
      .execute();
  }
  return { promoCodeId: promo.id, counterId: counter.id, code: promo.code };
}

type CapacityOverrides = {
  accountId: number;
  eventId: number;
  name?: string;
  /** The tickets that share it. */
  ticketIds: number[];
  /** Null is unlimited; 100 unless given. */
  quantity?: number | null;
  active?: boolean;
};

/** A capacity assignment that some tickets share. */
export async function buildCapacity(
  db: Db,
  given: CapacityOverrides,
): Promise<{ capacityId: number; counterId: number }> {
  const owner = { account_id: given.accountId, event_id: given.eventId };
  const quantity = given.quantity === undefined ? 100 : given.quantity;
  const counter = await db
    .insertInto('counters')
    .values({ ...owner, kind: 'capacity', quantity, ceiling: quantity })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('capacity_assignments')
    .values({
      ...owner,
      counter_id: counter.id,
      name: given.name ?? 'Main hall',
      active: given.active ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const ticketId of given.ticketIds) {
    await db
      .insertInto('capacity_assignment_tickets')
      .values({ account_id: given.accountId, capacity_assignment_id: id, ticket_id: ticketId })
      .execute();
  }
  return { capacityId: id, counterId: counter.id };
}

type SaleOverrides = {
  accountId: number;
  eventId: number;
  ticketId: number;
  priceId: number;
  counterId: number;
  quantity?: number;
  /** Minor units for one ticket. */
  unit?: number;
  refunded?: number;
};

/** A completed order of one line, for tests of what depends on sales; the counter counts it. */
export async function buildSale(
  db: Db,
  given: SaleOverrides,
): Promise<{ orderId: number; orderItemId: number }> {
  const { accountId, quantity = 1, unit = 2500, refunded = 0 } = given;
  const total = unit * quantity;
  const order = await db
    .insertInto('orders')
    .values({
      account_id: accountId,
      event_id: given.eventId,
      short_id: newShortId('o'),
      status: 'completed',
      payment_status: 'paid',
      currency: 'EUR',
      locale: 'en',
      first_name: 'Ana',
      last_name: 'Márquez',
      email: 'ana@example.com',
      list_total: total,
      discount_total: 0,
      fee_total: 0,
      tax_added_total: 0,
      tax_included_total: 0,
      total,
      refunded_total: refunded,
      completed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('order_items')
    .values({
      account_id: accountId,
      order_id: order.id,
      ticket_id: given.ticketId,
      price_id: given.priceId,
      ticket_name: 'General',
      price_label: '',
      quantity,
      unit_list: unit,
      unit_discount: 0,
      unit_fees: 0,
      unit_tax_added: 0,
      unit_tax_included: 0,
      unit_total: unit,
      charges: '[]',
      counter_ids: [given.counterId],
      position: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('counters')
    .set((eb) => ({ sold: eb('sold', '+', quantity) }))
    .where('id', '=', given.counterId)
    .execute();
  // Tallied when the order was written, its lines after it.
  await db
    .insertInto('tallies')
    .values({
      account_id: accountId,
      event_id: given.eventId,
      kind: 'sales',
      ref_id: given.ticketId,
      n: 0,
      amount: refunded === 0 ? total : 0,
    })
    .execute();
  await figureSales(db, given.eventId);
  return { orderId: order.id, orderItemId: item.id };
}

/** Counts the lines of an event's completed orders that were written after their orders. */
export async function figureSales(db: Db, eventId: number): Promise<void> {
  const write = async (tx: Db | Tx) => {
    // Another who does the same at this moment comes before or after.
    await sql`select from app.events where id = ${eventId} for no key update`.execute(tx);
    await sql`
      with gone as (delete from app.daily_figures where event_id = ${eventId} and kind in ('sales', 'untaxed'))
      insert into app.daily_figures (account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added)
      select account_id, event_id, day, kind, ref_id, label, n, gross, discount, fees, tax, tax_added
      from app.daily_figures_recomputed where event_id = ${eventId} and kind in ('sales', 'untaxed')`.execute(
      tx,
    );
  };
  await (db.isTransaction ? write(db) : inTransaction(db, write));
}
