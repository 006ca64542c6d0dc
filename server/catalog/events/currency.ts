import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { fail, failFields } from '../../platform/errors.ts';
import { inCurrency } from './core/currency.ts';
import { findAmounts, lockAgainstSales, writeAmounts } from './currency-queries.ts';

/**
 * Prepares an event's prices and fixed discounts for another currency: 12.50 stays 12.50 (docs/decisions/087). The caller
 * holds the event's lock and writes the currency. CURRENCY_LOCKED if something was sold or is held; VALIDATION_FAILED if
 * an amount has decimals that the new currency has not. Locks the event's counters in the order of their ids.
 */
export async function moveAmounts(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  change: { from: string; to: string },
): Promise<void> {
  if (await lockAgainstSales(tx, scope, eventId)) throw fail('CURRENCY_LOCKED');
  for (const [kind, amounts] of Object.entries(await findAmounts(tx, scope, eventId))) {
    const moved = inCurrency(
      amounts.map(({ amount }) => amount),
      change,
    );
    if (!moved.ok) throw failFields([{ path: 'currency', code: 'currency_places' }]);
    const changed = amounts
      .map(({ id, amount }, at) => ({ id, before: amount, amount: moved.amounts[at] ?? amount }))
      .filter(({ before, amount }) => before !== amount);
    await writeAmounts(tx, scope, kind === 'prices' ? 'ticket_prices' : 'promo_codes', changed);
  }
}
