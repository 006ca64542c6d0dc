import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { PromoForSale } from './core/promo.ts';

/** A promo code of an event by what a buyer typed, letters of any case, valid or not (see `promoRefusal`); null when unknown. */
export async function findPromoForSale(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  code: string,
): Promise<PromoForSale | null> {
  // PostgreSQL stores no NUL, so no code holds one.
  if (code.includes('\0')) return null;
  const row = await tx
    .selectFrom('promo_codes as p')
    .innerJoin('counters as c', 'c.id', 'p.counter_id')
    .select([
      'p.id',
      'p.code',
      'p.counter_id',
      'p.discount_type',
      'p.percentage',
      'p.amount',
      'p.applies_to_all',
      'p.expires_at',
      'p.disabled',
      'c.quantity',
      'c.sold',
      'c.reserved',
    ])
    .select(
      sql<
        number[]
      >`array(select ticket_id from app.promo_code_tickets l where l.promo_code_id = p.id order by ticket_id)`.as(
        'ticket_ids',
      ),
    )
    .where('p.account_id', '=', scope.accountId)
    .where('p.event_id', '=', eventId)
    .where(sql<boolean>`lower(p.code) = lower(${code.trim()})`)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    code: row.code,
    counterId: row.counter_id,
    discount: {
      type: row.discount_type as PromoForSale['discount']['type'],
      percentage: row.percentage,
      amount: row.amount,
    },
    appliesToAll: row.applies_to_all,
    ticketIds: row.ticket_ids,
    expiresAt: row.expires_at,
    disabled: row.disabled,
    quantity: row.quantity,
    sold: row.sold,
    reserved: row.reserved,
  };
}
