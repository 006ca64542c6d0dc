import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import type { Refund } from '@entrada/contract/sales/refunds';
import { sql } from 'kysely';
import { type Db, runByName, type Tx } from '../../../db/client.ts';
import type { AccountScope } from '../../../platform/context.ts';
import type { Given } from '../core/refund-parts.ts';

type Item = { name: string; label: string; quantity: number; charges: PricedTaxOrFee[] };

/** A fee or tax as the orders of an event carry it. Two with the same name, rate and kind are one. */
export type SoldCharge = Pick<PricedTaxOrFee, 'type' | 'name' | 'rate' | 'included'>;

/** Every fee and tax in the orders of an event: fees, then added taxes, then included ones. */
export async function findSoldCharges(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<SoldCharge[]> {
  const { rows } = await sql<SoldCharge>`
    select c->>'type' as type, c->>'name' as name, c->>'rate' as rate, (c->>'included')::boolean as included
    from app.orders o
    join (select order_id, charges from app.order_items union all select order_id, charges from app.ticket_moves) i
      on i.order_id = o.id, jsonb_array_elements(i.charges) c
    where o.account_id = ${scope.accountId} and o.event_id = ${eventId} and o.email is not null
    group by 1, 2, 3, 4 order by 1, 4, min((c->>'id')::bigint), 3, 2`.execute(tx);
  return rows;
}

/** The parts of the number of an invoice or a credit note. */
export type Numbered = { prefix: string; number: number };

/** The numbers of invoices or credit notes, oldest first. `which`: a condition on them as `v`. */
const documentsOf = (table: 'invoices' | 'credit_notes', which: ReturnType<typeof sql>) =>
  sql<
    Numbered[]
  >`coalesce((select json_agg(json_build_object('prefix', v.prefix, 'number', v.number) order by v.id)
    from ${sql.table(`app.${table}`)} v where ${which}), '[]')`;

/** The facts of orders that their list does not show, by order. Minor units. */
export async function findOrderFacts(tx: Tx | Db, scope: AccountScope, ids: readonly number[]) {
  const query = tx
    .selectFrom('orders as o')
    .leftJoin('affiliates as f', 'f.id', 'o.affiliate_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments as p')
          .select(['p.provider', 'p.card_brand', 'p.provider_payment_id', 'p.amount'])
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.status', '=', 'succeeded')
          // Money that came twice went back by itself and is in the file of refunds only.
          .where(
            sql<boolean>`not exists (select from app.refunds d where d.order_id = o.id and d.payment_id = p.id
              and d.reason = 'duplicate')`,
          )
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select([
      'o.id',
      'o.list_total as subtotal',
      'o.discount_total as discount',
      'o.fee_total as fees',
      sql<number>`o.tax_added_total + o.tax_included_total`.as('taxes'),
      'o.locale',
      'o.promo_code as promoCode',
      'o.status',
      'o.completed_at as completedAt',
      'o.offline_due_at as offlineDueAt',
      'o.paid_by_hand as paidByHand',
      'f.name as affiliate',
      documentsOf('invoices', sql`v.order_id = o.id`).as('invoices'),
      documentsOf('credit_notes', sql`v.order_id = o.id`).as('creditNotes'),
      'p.provider',
      'p.card_brand as cardBrand',
      'p.provider_payment_id as paymentReference',
      'p.amount as taken',
      sql<number>`coalesce((select sum(s.amount) from app.settled_adjustments s where s.event_id = o.event_id
        and s.order_id = o.id), 0)::bigint`.as('adjusted'),
      sql<number>`coalesce((select l.amount from app.lost_disputes l
        where l.account_id = o.account_id and l.order_id = o.id), 0)::bigint`.as('lostToDisputes'),
      sql<Item[]>`coalesce((select json_agg(json_build_object('name', i.ticket_name, 'label', i.price_label,
        'quantity', i.quantity, 'charges', i.charges) order by i.position)
        from app.order_items i where i.order_id = o.id and i.moved_from_id is null), '[]')`.as('items'),
    ])
    .where('o.account_id', '=', scope.accountId)
    .where(sql<boolean>`o.id = any(${[...ids]}::bigint[])`)
    .compile();
  const rows = await runByName(tx, 'order_facts', query);
  return new Map(rows.map((row) => [row.id, row]));
}

export type OrderFacts =
  Awaited<ReturnType<typeof findOrderFacts>> extends Map<number, infer Facts> ? Facts : never;

/** Whether a line of a move has money of its own. What was waived has none, what a refund gave back is in its file. */
const isDue = sql`(m.id is not null and m.settlement <> 'waived' and m.waived_at is null and m.refund_id is null)`;
const due = (part: 'list' | 'discount' | 'fees' | 'tax_added' | 'tax_included' | 'total') =>
  sql`(case when ${isDue} then ${sql.ref(`m.${part}`)} else 0 end)`;

/**
 * The lines of some orders, in the order of each, and those of moves with their difference. Minor units of one ticket.
 * `cancelled`: how many are not valid any more.
 */
export async function findLines(tx: Tx | Db, scope: AccountScope, orderIds: readonly number[]) {
  const query = tx
    .selectFrom('order_items as i')
    .leftJoin('ticket_moves as m', 'm.to_item_id', 'i.id')
    .select([
      'i.id',
      'i.order_id as orderId',
      'i.price_id as priceId',
      'i.ticket_name as ticketName',
      'i.price_label as priceLabel',
      'i.quantity',
      'm.settlement',
      'm.refund_id as refundId',
      'm.settled_at as settledAt',
      'm.waived_at as waivedAt',
      sql<number>`i.unit_list + ${due('list')}`.as('list'),
      sql<number>`i.unit_discount + ${due('discount')}`.as('discount'),
      sql<number>`i.unit_fees + ${due('fees')}`.as('fees'),
      sql<number>`i.unit_tax_added + i.unit_tax_included + ${due('tax_added')} + ${due('tax_included')}`.as(
        'taxes',
      ),
      sql<number>`i.unit_total + ${due('total')}`.as('total'),
      sql<PricedTaxOrFee[]>`case when ${isDue} then m.charges else i.charges end`.as('charges'),
      sql<number>`case when i.cancelled_at is not null then i.quantity else
        (select count(*) from app.attendees a where a.order_id = i.order_id and a.order_item_id = i.id and a.status = 'cancelled') end`.as(
        'cancelled',
      ),
    ])
    .where('i.account_id', '=', scope.accountId)
    .where(sql<boolean>`i.order_id = any(${[...orderIds]}::bigint[])`)
    .orderBy('i.position')
    .orderBy('i.id')
    .compile();
  return runByName(tx, 'order_lines', query);
}

/**
 * The refunds of some orders, oldest first, each with the payment that it gives back. `itemIds`: the line of each ticket that it names.
 */
export async function findExportedRefunds(tx: Tx | Db, scope: AccountScope, orderIds: readonly number[]) {
  const query = tx
    .selectFrom('refunds as r')
    .leftJoin('payments as p', 'p.id', 'r.payment_id')
    .leftJoin('users as u', 'u.id', 'r.created_by')
    .select([
      'r.id',
      'r.order_id as orderId',
      'r.amount',
      'r.status',
      'r.reason',
      'r.note',
      'r.provider_refund_id as refundReference',
      'r.order_item_ids as lineIds',
      'r.created_at as createdAt',
      'r.settled_at as settledAt',
      'p.provider',
      'p.card_brand as cardBrand',
      'p.provider_payment_id as paymentReference',
      'u.first_name as firstName',
      'u.last_name as lastName',
      documentsOf(
        'credit_notes',
        sql`(v.refund_id = r.id or v.id = (select m.credit_note_id from app.ticket_moves m
          where m.order_id = r.order_id and m.refund_id = r.id))`,
      ).as('creditNotes'),
      // What its credit notes give back of the lines that their invoices bill.
      sql<
        Given[]
      >`coalesce((select json_agg(json_build_object('lines', i.billed, 'parts', v.credited) order by v.id)
        from app.credit_notes v join app.invoices i on i.id = v.invoice_id
        where v.refund_id = r.id and i.billed is not null), '[]')`.as('credited'),
      // What it gives back because an attendee was moved: the difference of each fee and tax, negative.
      sql<PricedTaxOrFee[] | null>`(select m.charges from app.ticket_moves m
        where m.order_id = r.order_id and m.refund_id = r.id)`.as('movedCharges'),
      sql<number[]>`array(select coalesce(i.moved_from_id, i.id) from app.attendees a
        join app.order_items i on i.id = a.order_item_id where a.id = any(r.attendee_ids))`.as('itemIds'),
      sql<
        string[]
      >`array(select a.reference from app.attendees a where a.id = any(r.attendee_ids) order by a.id)`.as(
        'tickets',
      ),
    ])
    .$narrowType<Pick<Refund, 'status' | 'reason'>>()
    .where('r.account_id', '=', scope.accountId)
    .where(sql<boolean>`r.order_id = any(${[...orderIds]}::bigint[])`)
    .orderBy('r.id')
    .compile();
  return runByName(tx, 'exported_refunds', query);
}
