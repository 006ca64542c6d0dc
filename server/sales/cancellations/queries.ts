import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** Whether no use of a promo code is left, as this transaction sees its counter. */
export async function isPromoUsedUp(tx: Tx, scope: AccountScope, counterId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('counters')
    .select(sql<boolean>`quantity is not null and sold + reserved >= quantity`.as('isUsedUp'))
    .where('account_id', '=', scope.accountId)
    .where('id', '=', counterId)
    .executeTakeFirst();
  return row?.isUsedUp ?? false;
}
