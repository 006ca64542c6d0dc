import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/**
 * Whether something of an event was sold, is held, or was ordered by somebody with a name. `event` is SQL for its id. A
 * hold that ended without a buyer does not count.
 */
export const hasSales = (event: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from app.counters c where c.event_id = ${event} and c.sold + c.reserved > 0)
  or exists (select from app.orders o where o.event_id = ${event} and o.email is not null
    and (o.status <> 'expired' or o.payment_status <> 'none')))`;

/**
 * Locks the counters of an event in the order of their ids, so that nothing is sold until the transaction ends, and then
 * answers whether something was. The caller holds the event's lock.
 */
export async function lockAgainstSales(tx: Tx, scope: AccountScope, eventId: number): Promise<boolean> {
  await tx
    .selectFrom('counters')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const { rows } = await sql<{ has: boolean }>`select ${hasSales(sql`${eventId}::bigint`)} as has`.execute(
    tx,
  );
  return rows[0]?.has ?? false;
}

type Amount = { id: number; amount: number };

/** The prices of an event and the fixed discounts of its codes, in minor units. */
export async function findAmounts(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
): Promise<{ prices: Amount[]; discounts: Amount[] }> {
  const prices = await tx
    .selectFrom('ticket_prices')
    .select(['id', 'amount'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  const discounts = await tx
    .selectFrom('promo_codes')
    .select(['id', 'amount'])
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .where('amount', 'is not', null)
    .$narrowType<{ amount: number }>()
    .orderBy('id')
    .execute();
  return { prices, discounts };
}

/** Writes amounts that have changed, in minor units. */
export async function writeAmounts(
  tx: Tx,
  scope: AccountScope,
  table: 'ticket_prices' | 'promo_codes',
  amounts: readonly Amount[],
): Promise<void> {
  if (amounts.length === 0) return;
  await sql`update ${sql.table(`app.${table}`)} r set amount = n.amount
    from unnest(${amounts.map(({ id }) => id)}::bigint[], ${amounts.map(({ amount }) => amount)}::bigint[]) n(id, amount)
    where r.id = n.id and r.account_id = ${scope.accountId}`.execute(tx);
}
