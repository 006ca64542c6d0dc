import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import { sql } from 'kysely';
import { type Db, runByName, type Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

type Item = { name: string; label: string; quantity: number; charges: PricedTaxOrFee[] };

/** A tax as the orders of an event carry it. Two taxes with the same name, rate and kind are one. */
export type SoldTax = { name: string; rate: string | null; included: boolean };

/** Every tax in the orders of an event, added ones first. */
export async function findSoldTaxes(tx: Tx | Db, scope: AccountScope, eventId: number): Promise<SoldTax[]> {
  const { rows } = await sql<SoldTax>`
    select c->>'name' as name, c->>'rate' as rate, (c->>'included')::boolean as included
    from app.orders o join app.order_items i on i.order_id = o.id, jsonb_array_elements(i.charges) c
    where o.account_id = ${scope.accountId} and o.event_id = ${eventId} and o.email is not null
      and c->>'type' = 'tax'
    group by 1, 2, 3 order by 3, min((c->>'id')::bigint), 2, 1`.execute(tx);
  return rows;
}

/** The facts of orders that their list does not show, by order. Minor units. */
export async function findOrderFacts(tx: Tx | Db, scope: AccountScope, ids: readonly number[]) {
  const query = tx
    .selectFrom('orders as o')
    .leftJoin('affiliates as f', 'f.id', 'o.affiliate_id')
    .leftJoin('invoices as v', 'v.order_id', 'o.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments as p')
          .select(['p.provider', 'p.card_brand'])
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.status', '=', 'succeeded')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select([
      'o.id',
      'o.list_total as subtotal',
      'o.discount_total as discount',
      'o.fee_total as fees',
      'o.locale',
      'o.promo_code as promoCode',
      'o.status',
      'o.offline_due_at as offlineDueAt',
      'f.name as affiliate',
      'v.prefix as invoicePrefix',
      'v.number as invoiceNumber',
      'p.provider',
      'p.card_brand as cardBrand',
      sql<number>`coalesce((select l.amount from app.lost_disputes l
        where l.account_id = o.account_id and l.order_id = o.id), 0)::bigint`.as('lostToDisputes'),
      sql<Item[]>`coalesce((select json_agg(json_build_object('name', i.ticket_name, 'label', i.price_label,
        'quantity', i.quantity, 'charges', i.charges) order by i.position)
        from app.order_items i where i.order_id = o.id), '[]')`.as('items'),
    ])
    .where('o.account_id', '=', scope.accountId)
    .where(sql<boolean>`o.id = any(${[...ids]}::bigint[])`)
    .compile();
  const rows = await runByName(tx, 'order_facts', query);
  return new Map(rows.map((row) => [row.id, row]));
}

export type OrderFacts =
  Awaited<ReturnType<typeof findOrderFacts>> extends Map<number, infer Facts> ? Facts : never;
