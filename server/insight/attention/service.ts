import type { OutputOf } from '@entrada/contract/endpoint';
import type {
  getEventAttention as eventEndpoint,
  listAttention as listEndpoint,
} from '@entrada/contract/insight/attention';
import { ATTENTION_KINDS } from '@entrada/contract/sales/orders';
import { requireEvent } from '../../catalog/events/service.ts';
import { inTransaction } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { countWaitingOrders, findAttention } from '../../sales/orders/attention-queries.ts';
import { processParkedAgain } from '../../sales/payments/service.ts';
import { stockToNotice } from './core/stock.ts';
import { findStockedPrices } from './queries.ts';

/**
 * What waits for a person in the orders of an event, the most urgent first, and tickets that run out or whose sale ends.
 * Minor units. NOT_FOUND.
 */
export async function getEventAttention(
  ctx: Ctx,
  eventId: number,
): Promise<OutputOf<typeof eventEndpoint>['data']> {
  const { scope, currency } = await requireEvent(ctx, eventId);
  const found = await findAttention(ctx.db, scope, eventId);
  const items = ATTENTION_KINDS.flatMap((kind) =>
    found
      .filter((one) => one.kind === kind)
      .map(({ orders, amount, dueAt }) => ({ kind, orders, amount, dueAt: dueAt?.toISOString() ?? null })),
  );
  const stock = stockToNotice(await findStockedPrices(ctx.db, scope, eventId), ctx.now);
  return { currency, items, stock };
}

/**
 * Asks the payment provider again about the payments of an event whose reports were parked, each in a job with all its
 * tries. Answers how many. NOT_FOUND.
 */
export async function checkUnclearPayments(ctx: Ctx, eventId: number): Promise<number> {
  const { scope } = await requireEvent(ctx, eventId);
  return inTransaction(ctx.db, async (tx) => {
    const payments = await processParkedAgain(tx, scope, eventId);
    if (payments > 0)
      await audit(tx, ctx, scope, {
        action: 'payments.checked_again',
        target: { type: 'event', id: eventId },
        after: { payments },
      });
    return payments;
  });
}

/** How many orders of each event of the account wait for a person. Events without any are left out. */
export const listAttention = (ctx: Ctx): Promise<OutputOf<typeof listEndpoint>['data']> =>
  countWaitingOrders(ctx.db, scopeOf(ctx.actor));
