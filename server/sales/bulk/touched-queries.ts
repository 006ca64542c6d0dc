import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** What is recorded when an order is added. Anything else came later. */
const BY_ADDING = ['order.added_by_hand', 'invoice.issued'];

/**
 * The orders among these that are no longer as they were added, each with why: somebody has come in, or a person, a
 * ticket or a place of it was changed, or anything else was recorded of it or of one of its people since, such as a
 * changed answer, a ticket that was sent again, a note or money. The rows of the orders must be locked.
 */
export async function findTouched(
  tx: Tx,
  scope: AccountScope,
  orderIds: readonly number[],
): Promise<Map<number, 'ALREADY_IN' | 'CHANGED_SINCE'>> {
  const { rows } = await sql<{ id: number; hasEntered: boolean }>`
    with people as (
      select a.order_id as id, exists (select from app.check_ins c where c.attendee_id = a.id) as entered,
        a.version > 1 or a.code_version > 1 or a.status = 'cancelled' or i.moved_from_id is not null
          or exists (select from app.audit_entries e
            where e.account_id = a.account_id and e.target_type = 'attendee' and e.target_id = a.id) as changed
      from app.attendees a join app.order_items i on i.id = a.order_item_id
      where a.account_id = ${scope.accountId} and a.order_id = any(${[...orderIds]}::bigint[]))
    select o.id, bool_or(p.entered) as "hasEntered"
    from app.orders o join people p on p.id = o.id
    where o.status = 'completed'
    group by o.id having bool_or(p.entered) or bool_or(p.changed) or o.buyer_version > 1
      or exists (select from app.audit_entries e
        where e.account_id = o.account_id and e.target_type = 'order' and e.target_id = o.id
          and e.action <> all(${BY_ADDING}::text[]))`.execute(tx);
  return new Map(rows.map(({ id, hasEntered }) => [id, hasEntered ? 'ALREADY_IN' : 'CHANGED_SINCE']));
}
