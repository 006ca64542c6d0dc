import { personName } from '@entrada/contract/accounts/person-name';
import type { Adjustment } from '@entrada/contract/sales/orders';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** What moves of an order's attendees, or of one of them, changed about its money, oldest first. Minor units. */
export async function findAdjustments(
  tx: Tx | Db,
  scope: AccountScope,
  { orderId, attendeeId }: { orderId: number; attendeeId?: number },
): Promise<Adjustment[]> {
  let query = tx
    .selectFrom('ticket_moves as m')
    .innerJoin('attendees as a', 'a.id', 'm.attendee_id')
    .innerJoin('order_items as f', 'f.id', 'm.from_item_id')
    .innerJoin('order_items as t', 't.id', 'm.to_item_id')
    .select([
      'm.id',
      'm.total',
      'm.settlement',
      'm.refund_id as refundId',
      'm.settled_at as settledAt',
      'm.waived_at as waivedAt',
      'm.created_at as createdAt',
      'a.id as attendeeId',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.reference',
      'f.ticket_name as fromName',
      'f.price_label as fromLabel',
      't.ticket_name as toName',
      't.price_label as toLabel',
    ])
    .where('m.account_id', '=', scope.accountId)
    .where('m.order_id', '=', orderId)
    .orderBy('m.id');
  if (attendeeId !== undefined) query = query.where('m.attendee_id', '=', attendeeId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    attendee: { id: row.attendeeId, name: personName(row), reference: row.reference },
    from: { ticketName: row.fromName, priceLabel: row.fromLabel },
    to: { ticketName: row.toName, priceLabel: row.toLabel },
    difference: row.total,
    settlement: row.settlement as Adjustment['settlement'],
    state: stateOf(row),
    settledAt: row.settledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}

function stateOf(row: {
  settlement: string;
  refundId: number | null;
  settledAt: Date | null;
  waivedAt: Date | null;
}): Adjustment['state'] {
  if (row.settlement === 'none' || row.settlement === 'waived') return 'nothing_due';
  if (row.refundId !== null) return 'by_refund';
  if (row.waivedAt !== null) return 'waived';
  return row.settledAt === null ? 'open' : 'by_hand';
}
