import type { PricedTaxOrFee } from '@entrada/contract/pricing';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { ChangeDocuments } from '../invoices/anew.ts';
import type { UnitMoney } from '../orders/core/types.ts';
import type { Place } from './core/choices.ts';

/** The line that an attendee's place was sold by, if it was moved from there; null if it never was. */
export async function findSoldLine(tx: Tx | Db, scope: AccountScope, itemId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('order_items')
    .select('moved_from_id')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', itemId)
    .executeTakeFirst();
  return row?.moved_from_id ?? null;
}

/** The differences of an attendee's moves that were not waived, then or later, oldest first. Minor units. */
export async function findDifferences(
  tx: Tx | Db,
  scope: AccountScope,
  attendeeId: number,
): Promise<UnitMoney[]> {
  const rows = await tx
    .selectFrom('ticket_moves')
    .select(['list', 'discount', 'fees', 'tax_added', 'tax_included', 'total', 'charges'])
    .where('account_id', '=', scope.accountId)
    .where('attendee_id', '=', attendeeId)
    .where('settlement', '<>', 'waived')
    .where('waived_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    unitList: row.list,
    unitDiscount: row.discount,
    unitFees: row.fees,
    unitTaxAdded: row.tax_added,
    unitTaxIncluded: row.tax_included,
    unitTotal: row.total,
    charges: row.charges as PricedTaxOrFee[],
  }));
}

/** What the buyer still has to pay for the moves of an attendee. Minor units. */
export async function findOpen(tx: Tx | Db, scope: AccountScope, attendeeId: number): Promise<number> {
  const { open } = await tx
    .selectFrom('ticket_moves')
    .select(sql<number>`coalesce(sum(total), 0)::bigint`.as('open'))
    .where('account_id', '=', scope.accountId)
    .where('attendee_id', '=', attendeeId)
    .where('settlement', '=', 'owed')
    .where('settled_at', 'is', null)
    .where('waived_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

/**
 * Writes the line of the place that an attendee is moved to, without money, and makes it the attendee's. The rows of the
 * order and the attendee must be locked. Answers the line's id. The code is renewed by `renewCode`.
 */
export async function writePlace(
  tx: Tx,
  scope: AccountScope,
  {
    attendeeId,
    orderId,
    soldItemId,
    place,
  }: { attendeeId: number; orderId: number; soldItemId: number; place: Place },
): Promise<number> {
  const { id } = await tx
    .insertInto('order_items')
    .values({
      account_id: scope.accountId,
      order_id: orderId,
      ticket_id: place.ticketId,
      price_id: place.priceId,
      ticket_name: place.ticketName,
      price_label: place.priceLabel,
      quantity: 1,
      admits: true,
      unit_list: 0,
      unit_discount: 0,
      unit_fees: 0,
      unit_tax_added: 0,
      unit_tax_included: 0,
      unit_total: 0,
      charges: '[]',
      counter_ids: place.counterIds,
      position: sql<number>`(select max(i.position) + 1 from app.order_items i where i.order_id = ${orderId})`,
      moved_from_id: soldItemId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('attendees')
    .set({ order_item_id: id, ticket_id: place.ticketId, price_id: place.priceId })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', attendeeId)
    .execute();
  return id;
}

type NewMove = {
  eventId: number;
  orderId: number;
  attendeeId: number;
  fromItemId: number;
  toItemId: number;
  place: Place;
  settlement: 'none' | 'waived' | 'owed' | 'given_back';
  refundId: number | null;
  documents: ChangeDocuments | null;
  /** Whether the money goes back by hand at once. */
  isSettled: boolean;
  exceedsCapacity: boolean;
  createdBy: number;
};

/** Writes a move with its difference. Answers its id. */
export async function insertMove(tx: Tx, scope: AccountScope, move: NewMove): Promise<number> {
  const { unit, change } = move.place;
  const row = await tx
    .insertInto('ticket_moves')
    .values({
      account_id: scope.accountId,
      event_id: move.eventId,
      order_id: move.orderId,
      attendee_id: move.attendeeId,
      from_item_id: move.fromItemId,
      to_item_id: move.toItemId,
      ticket_id: move.place.ticketId,
      place: JSON.stringify(unit),
      settlement: move.settlement,
      list: change.unitList,
      discount: change.unitDiscount,
      fees: change.unitFees,
      tax_added: change.unitTaxAdded,
      tax_included: change.unitTaxIncluded,
      total: change.unitTotal,
      charges: JSON.stringify(change.charges),
      refund_id: move.refundId,
      credit_note_id: move.documents?.creditNoteId ?? null,
      invoice_id: move.documents?.invoiceId ?? null,
      settled_at: move.isSettled ? sql<Date>`app.now()` : null,
      exceeds_capacity: move.exceedsCapacity,
      created_by: move.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A difference that is owed; undefined if there is none with this id in the order. */
export const findOwed = (tx: Tx, scope: AccountScope, { orderId, id }: { orderId: number; id: number }) =>
  tx
    .selectFrom('ticket_moves')
    .select([
      'attendee_id as attendeeId',
      'invoice_id as invoiceId',
      'total',
      'settled_at as settledAt',
      'waived_at as waivedAt',
    ])
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('settlement', '=', 'owed')
    .executeTakeFirst();

/** Notes that a difference has been paid by hand, or that it is not paid after all. The order's row must be locked. */
export async function endOwed(
  tx: Tx,
  scope: AccountScope,
  { id, how }: { id: number; how: 'settled_at' | 'waived_at' },
): Promise<void> {
  await tx
    .updateTable('ticket_moves')
    .set({ [how]: sql<Date>`app.now()` })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute();
}
