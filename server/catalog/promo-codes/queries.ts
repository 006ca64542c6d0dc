import type { PromoCode } from '@entrada/contract/catalog/promo-codes';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { PromoCodes } from '../../db/types.ts';
import type { AccountScope } from '../../platform/context.ts';
import { columnFilter, type ListSource } from '../../platform/lists/page.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { removerOf, updaterOf } from '../../platform/rows.ts';
import { deleteCounters } from '../inventory/queries.ts';
import { insertTicketLinks, linkedTickets } from '../tickets/link-queries.ts';

/** Why buyers cannot use a code now. It follows the rules of core/promo.ts. Open orders also hold uses. */
const state = sql`
  case when p.disabled then 'disabled' when p.expires_at <= app.now() then 'expired'
    when c.quantity is not null and c.sold + c.reserved >= c.quantity then 'used_up' else 'active' end`;

/** The promo codes of an event as a list. */
export const promoCodeSource = (scope: AccountScope, eventId: number): ListSource => ({
  from: sql`app.promo_codes p join app.counters c on c.id = p.counter_id`,
  where: [sql`p.account_id = ${scope.accountId}`, sql`p.event_id = ${eventId}`],
  id: sql`p.id`,
  sorts: {
    created_at: sql`p.created_at`,
    code: sql`p.search`,
    used: sql`c.sold`,
    expires_at: sql`coalesce(p.expires_at, 'infinity')`,
  },
  filters: {
    state: columnFilter(state, 'text'),
    discount_type: columnFilter(sql`p.discount_type`, 'text'),
    batch: columnFilter(sql`p.batch::text`, 'text'),
  },
  search: sql`p.search`,
});

export type PromoCodeRow = Omit<PromoCode, 'expiresAt' | 'createdAt'> & {
  counterId: number;
  expiresAt: Date | null;
  createdAt: Date;
};

/** Promo codes of an event with their uses and their tickets in homepage order. */
export async function findPromoCodes(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  ids: readonly number[],
): Promise<PromoCodeRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PromoCodeRow>`
    select p.id, p.counter_id as "counterId", p.version, p.code, p.discount_type as "discountType",
      p.percentage::text as percentage, p.amount, p.applies_to_all as "allTickets", p.expires_at as "expiresAt",
      p.disabled, p.batch::text as batch, p.created_at as "createdAt", c.quantity as "usageLimit",
      c.sold as used, c.reserved as held, ${state} as state,
      ${linkedTickets('promo_code_tickets', sql`p.id`)} as tickets
    from app.promo_codes p join app.counters c on c.id = p.counter_id
    where p.account_id = ${scope.accountId} and p.event_id = ${eventId} and p.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
  return rows;
}

/**
 * The codes among these that the event already has, in any letter case, spelled as in the request. Does not count the
 * code with the id `except`.
 */
export async function findTakenCodes(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { codes, except = 0 }: { codes: readonly string[]; except?: number },
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select g.code from unnest(${[...codes]}::text[]) g(code)
    where exists (select from app.promo_codes p where p.account_id = ${scope.accountId}
      and p.event_id = ${eventId} and lower(p.code) = lower(g.code) and p.id <> ${except})`.execute(tx);
  return rows.map((row) => row.code);
}

type PromoCodeFields = Pick<
  Insertable<PromoCodes>,
  'discount_type' | 'percentage' | 'amount' | 'applies_to_all' | 'expires_at'
>;

type NewCodes = {
  eventId: number;
  codes: readonly string[];
  usageLimit: number | null;
  disabled: boolean;
  batch: string | null;
  ticketIds: readonly number[];
  fields: PromoCodeFields;
};

/** Adds codes with the same terms, each with its own counter. Needs three statements for any number of codes. */
export async function insertPromoCodes(tx: Tx, scope: AccountScope, given: NewCodes): Promise<number[]> {
  const { eventId, codes, usageLimit, disabled, batch, ticketIds, fields } = given;
  const { accountId } = scope;
  const counters = await sql<{ id: number }>`
    insert into app.counters (account_id, event_id, kind, quantity, ceiling)
    select ${accountId}::bigint, ${eventId}::bigint, 'promo', ${usageLimit}::bigint, ${usageLimit}::bigint
    from generate_series(1, ${codes.length}::int) returning id`.execute(tx);
  const counterIds = counters.rows.map((row) => row.id);
  const { rows } = await sql<{ id: number }>`
    insert into app.promo_codes (account_id, event_id, counter_id, code, discount_type, percentage, amount,
      applies_to_all, expires_at, disabled, batch)
    select ${accountId}::bigint, ${eventId}::bigint, g.counter_id, g.code, ${fields.discount_type}::text,
      ${fields.percentage ?? null}::numeric, ${fields.amount ?? null}::bigint, ${fields.applies_to_all ?? true}::boolean,
      ${fields.expires_at ?? null}::timestamptz, ${disabled}::boolean, ${batch}::uuid
    from unnest(${counterIds}::bigint[], ${[...codes]}::text[]) g(counter_id, code) returning id`.execute(tx);
  const ids = rows.map((row) => row.id);
  await insertTicketLinks(tx, scope, 'promo_code_tickets', { ids, ticketIds });
  return ids;
}

/** Writes to promo codes and raises their versions. The caller holds the event's lock. */
export const updatePromoCodeRows = updaterOf('promo_codes');

/** Disables or enables the chosen codes that do not have that state yet, in one statement. Answers their ids. */
export async function switchPromoCodeRows(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { disabled, selection }: { disabled: boolean; selection: ListSelection },
): Promise<number[]> {
  const list = promoCodeSource(scope, eventId);
  const ids = await findChosen(tx, list, selection, sql`p.disabled <> ${disabled}`);
  if (ids.length > 0) await updatePromoCodeRows(tx, scope, ids, { disabled });
  return ids;
}

/** Locks a code's counter against reservations. Answers its state. */
export async function lockPromoCounter(
  tx: Tx,
  scope: AccountScope,
  counterId: number,
): Promise<{ sold: number; reserved: number }> {
  return tx
    .selectFrom('counters')
    .select(['sold', 'reserved'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', counterId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Locks the ended orders that still name a code, in the order of their ids. They have already given their uses back.
 */
export async function lockEndedOrders(tx: Tx, scope: AccountScope, promoCodeId: number): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('promo_code_id', '=', promoCodeId)
    .where('status', 'in', ['expired', 'cancelled'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Whether an order that has not ended names a code. */
export async function hasLiveOrders(tx: Tx, scope: AccountScope, promoCodeId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('promo_code_id', '=', promoCodeId)
    .where('status', 'not in', ['expired', 'cancelled'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const removeRows = removerOf('promo_codes');

/**
 * Removes a code with its counter. Ended orders keep the text of the code. The caller holds the locks of all these
 * rows.
 */
export async function deletePromoCodeRows(
  tx: Tx,
  scope: AccountScope,
  { id, counterId }: { id: number; counterId: number },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ promo_code_id: null, promo_counter_id: null })
    .where('account_id', '=', scope.accountId)
    .where('promo_code_id', '=', id)
    .execute();
  await removeRows(tx, scope, [id]);
  await deleteCounters(tx, scope, [counterId]);
}
