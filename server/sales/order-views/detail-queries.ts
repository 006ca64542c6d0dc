import { personName } from '@entrada/contract/accounts/person-name';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { HISTORY_ACTIONS } from '../orders/core/order-history.ts';

/** The audit entries of an order with the names of their authors, oldest first. */
export async function findOrderAudit(tx: Tx | Db, scope: AccountScope, orderId: number) {
  const rows = await tx
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.action', 'e.after', 'e.at', 'u.first_name', 'u.last_name'])
    .where('e.account_id', '=', scope.accountId)
    .where('e.target_type', '=', 'order')
    .where('e.target_id', '=', orderId)
    .where('e.action', 'in', HISTORY_ACTIONS)
    .orderBy('e.id')
    .execute();
  return rows.map((row) => ({
    action: row.action,
    at: row.at,
    after: row.after,
    by:
      row.first_name === null
        ? linkOf(row.after)
        : personName({ firstName: row.first_name, lastName: row.last_name }),
  }));
}

/** The link of the door by which somebody acted; null if nobody did at a door. */
function linkOf(after: unknown): string | null {
  const door = typeof after === 'object' && after !== null && 'door' in after ? after.door : null;
  return typeof door === 'object' && door !== null && 'link' in door ? String(door.link) : null;
}

/** The affiliate whose link brought the buyer of an order; null if no link did. */
export async function findOrderAffiliate(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<{ id: number; name: string } | null> {
  const row = await tx
    .selectFrom('orders as o')
    .innerJoin('affiliates as f', 'f.id', 'o.affiliate_id')
    .select(['f.id', 'f.name'])
    .where('o.account_id', '=', scope.accountId)
    .where('o.id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}
