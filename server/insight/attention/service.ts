import type { OutputOf } from '@entrada/contract/endpoint';
import type {
  getEventAttention as eventEndpoint,
  listAttention as listEndpoint,
} from '@entrada/contract/insight/attention';
import { ATTENTION_KINDS } from '@entrada/contract/sales/orders';
import { requireEvent } from '../../catalog/events/service.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { countWaitingOrders, findAttention } from '../../sales/orders/attention-queries.ts';
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

/** How many orders of each event of the account wait for a person. Events without any are left out. */
export const listAttention = (ctx: Ctx): Promise<OutputOf<typeof listEndpoint>['data']> =>
  countWaitingOrders(ctx.db, scopeOf(ctx.actor));
