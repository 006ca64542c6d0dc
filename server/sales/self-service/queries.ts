import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { hasEverEntered } from '../attendees/queries.ts';

/** The valid tickets of an order with what speaks against giving them back, in the order of their numbers. */
export async function findValidTickets(tx: Tx | Db, scope: AccountScope, orderId: number) {
  return tx
    .selectFrom('attendees as a')
    .select([
      'a.id',
      'a.short_id as shortId',
      'a.reference',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.email',
      'a.order_item_id as itemId',
      sql<boolean>`a.passed_on_at is not null`.as('wasPassedOn'),
      hasEverEntered.as('hasEntered'),
    ])
    .where('a.account_id', '=', scope.accountId)
    .where('a.order_id', '=', orderId)
    .where('a.status', '=', 'active')
    .orderBy('a.id')
    .execute();
}

export type ValidTicket = Awaited<ReturnType<typeof findValidTickets>>[number];

/**
 * Locks tickets by their links, in the order of their ids. The order's row must be locked. A scan that is just letting one
 * of these people in is waited for, and its entry is there afterwards; one that comes later finds the ticket cancelled.
 */
export async function lockTickets(
  tx: Tx,
  scope: AccountScope,
  { orderId, shortIds }: { orderId: number; shortIds: readonly string[] },
): Promise<void> {
  await tx
    .selectFrom('attendees')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .where(sql<boolean>`short_id = any(${[...shortIds]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The links of the cancelled tickets among these, of an order. */
export async function findCancelled(
  tx: Tx | Db,
  scope: AccountScope,
  { orderId, shortIds }: { orderId: number; shortIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('attendees')
    .select('short_id')
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'cancelled')
    .where(sql<boolean>`short_id = any(${[...shortIds]}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.short_id));
}
