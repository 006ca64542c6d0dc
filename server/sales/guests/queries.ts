import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import type { PaidByHand } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { newShortId } from '../../platform/secrets.ts';
import type { AttendeeDetail } from '../orders/core/types.ts';
import type { Chosen } from './core/guests.ts';

/** A line of an order that people add by hand, with the money of one unit in minor units. */
export type HeldLine = {
  ticketId: number;
  priceId: number;
  ticketName: string;
  priceLabel: string;
  admits: boolean;
  unitList: number;
  unitDiscount: number;
  unitFees: number;
  unitTaxAdded: number;
  unitTaxIncluded: number;
  unitTotal: number;
  charges: readonly PricedTaxOrFee[];
  counterIds: readonly number[];
  quantity: number;
  position: number;
};

/** An order that is added by hand, as long as it is held. Its places are taken by whoever writes it. */
export type NewHeldOrder = {
  eventId: number;
  currency: string;
  locale: string;
  lines: readonly HeldLine[];
  paidByHand: PaidByHand | null;
  /** Its deadline, in seconds. */
  holdSeconds: number;
  /** Who comes, until the tickets are issued. */
  people?: readonly AttendeeDetail[];
  importId?: number;
  idempotencyKey?: string | null;
  requestHash?: string;
};

/** The line for some places that were chosen. */
export function lineOf({ priced, ticket, price, counterIds }: Chosen, quantity: number): HeldLine {
  const unit = priced.lines[0]?.unit;
  if (!unit) throw new Error('A priced order lost its line');
  return {
    ticketId: ticket.id,
    priceId: price.id,
    ticketName: ticket.name,
    priceLabel: price.label,
    admits: ticket.admits,
    unitList: unit.list,
    unitDiscount: unit.discount,
    unitFees: unit.feeTotal,
    unitTaxAdded: unit.taxAdded,
    unitTaxIncluded: unit.taxIncluded,
    unitTotal: unit.total,
    charges: [...unit.fees, ...unit.taxes],
    counterIds,
    quantity,
    position: 0,
  };
}

/**
 * Writes orders with their lines and their history as holds, in one statement. Answers their ids in the order given.
 * Locks no counter.
 */
export async function insertHeldOrders(
  tx: Tx,
  scope: AccountScope,
  orders: readonly NewHeldOrder[],
): Promise<number[]> {
  const wanted = orders.map(({ lines, people = [], requestHash, ...order }, at) => ({
    ...order,
    at,
    shortId: newShortId('o'),
    people,
    requestHash: requestHash ?? null,
    places: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
  const lines = orders.flatMap((order, at) => order.lines.map((line) => ({ ...line, at })));
  const { rows } = await sql<{ id: number }>`
    with wanted as materialized (
      select nextval('app.orders_id_seq') as id, w.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(
        at int, "eventId" bigint, "shortId" text, currency text, locale text, "paidByHand" text, "holdSeconds" int,
        people jsonb, "importId" bigint, "idempotencyKey" text, "requestHash" text, places int)),
    lines as materialized (
      select w.id as order_id, l.* from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l(
        at int, "ticketId" bigint, "priceId" bigint, "ticketName" text, "priceLabel" text, admits boolean,
        "unitList" bigint, "unitDiscount" bigint, "unitFees" bigint, "unitTaxAdded" bigint, "unitTaxIncluded" bigint,
        "unitTotal" bigint, charges jsonb, "counterIds" bigint[], quantity int, position int)
      join wanted w using (at)),
    sums as (
      select order_id, sum("unitList" * quantity) as list, sum("unitDiscount" * quantity) as discount,
        sum("unitFees" * quantity) as fees, sum("unitTaxAdded" * quantity) as added,
        sum("unitTaxIncluded" * quantity) as included, sum("unitTotal" * quantity) as total
      from lines group by order_id),
    made as (
      insert into app.orders (id, account_id, event_id, short_id, currency, locale, list_total, discount_total, fee_total,
        tax_added_total, tax_included_total, total, is_manual, paid_by_hand, attendee_details, import_id, idempotency_key,
        request_hash, places, expires_at, guest_key)
      overriding system value
      select w.id, ${scope.accountId}, w."eventId", w."shortId", w.currency, w.locale, s.list, s.discount, s.fees, s.added,
        s.included, s.total, true, w."paidByHand", w.people, w."importId", w."idempotencyKey",
        decode(w."requestHash", 'hex'), w.places, app.now() + make_interval(secs => w."holdSeconds"),
        -- As the trigger writes it for the first ticket, so that it finds nothing to change.
        app.fold((w.people -> 0 ->> 'lastName') || ' ' || (w.people -> 0 ->> 'firstName'))
      from wanted w join sums s on s.order_id = w.id order by w.at),
    items as (
      insert into app.order_items (account_id, order_id, ticket_id, price_id, ticket_name, price_label, quantity, admits,
        unit_list, unit_discount, unit_fees, unit_tax_added, unit_tax_included, unit_total, charges, counter_ids, position)
      select ${scope.accountId}, order_id, "ticketId", "priceId", "ticketName", "priceLabel", quantity, admits, "unitList",
        "unitDiscount", "unitFees", "unitTaxAdded", "unitTaxIncluded", "unitTotal", charges, "counterIds", position
      from lines order by at, position)
    select id from wanted order by at`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Puts on record that orders were added beyond the capacity. */
export async function markExceeding(tx: Tx, scope: AccountScope, orderIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ exceeds_capacity: true })
    .where('account_id', '=', scope.accountId)
    .where(sql<boolean>`id = any(${[...orderIds]}::bigint[])`)
    .execute();
}
