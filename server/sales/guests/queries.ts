import type { PaidByHand } from '@entrada/contract/sales/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { newShortId } from '../../platform/secrets.ts';
import { insertHistory } from '../orders/queries.ts';
import type { Chosen } from './core/guests.ts';

/** One order that is added by hand. Its places are taken when it is completed, in the same transaction. */
export type NewGuestOrder = {
  eventId: number;
  currency: string;
  locale: string;
  quantity: number;
  chosen: Chosen;
  paidByHand: PaidByHand | null;
  idempotencyKey: string | null;
  requestHash: Buffer;
};

/**
 * Writes an order as if it were held, for a minute that never passes: its transaction completes it. Answers its id.
 * Locks no counter.
 */
export async function insertGuestOrder(tx: Tx, scope: AccountScope, one: NewGuestOrder): Promise<number> {
  const { priced, ticket, price, counterIds } = one.chosen;
  const unit = priced.lines[0]?.unit;
  if (!unit) throw new Error('A priced order lost its line');
  const { id } = await tx
    .insertInto('orders')
    .values({
      account_id: scope.accountId,
      event_id: one.eventId,
      short_id: newShortId('o'),
      currency: one.currency,
      locale: one.locale,
      list_total: priced.subtotal,
      discount_total: priced.discount,
      fee_total: priced.fees,
      tax_added_total: priced.taxesAdded,
      tax_included_total: priced.taxesIncluded,
      total: priced.total,
      is_manual: true,
      paid_by_hand: one.paidByHand,
      idempotency_key: one.idempotencyKey,
      request_hash: one.requestHash,
      places: one.quantity,
      expires_at: sql<Date>`app.now() + interval '1 minute'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('order_items')
    .values({
      account_id: scope.accountId,
      order_id: id,
      ticket_id: ticket.id,
      price_id: price.id,
      ticket_name: ticket.name,
      price_label: price.label,
      quantity: one.quantity,
      admits: ticket.admits,
      unit_list: unit.list,
      unit_discount: unit.discount,
      unit_fees: unit.feeTotal,
      unit_tax_added: unit.taxAdded,
      unit_tax_included: unit.taxIncluded,
      unit_total: unit.total,
      charges: JSON.stringify([...unit.fees, ...unit.taxes]),
      counter_ids: counterIds,
      position: 0,
    })
    .execute();
  await sql`${insertHistory} values (${scope.accountId}, ${id}, null, 'reserved', null, 'none', 'held')`.execute(
    tx,
  );
  return id;
}

/** Puts on record that an order was added beyond the capacity. */
export async function markExceeding(tx: Tx, scope: AccountScope, orderId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ exceeds_capacity: true })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', orderId)
    .execute();
}
