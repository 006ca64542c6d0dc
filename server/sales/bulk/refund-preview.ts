import type { BulkNoun, RefundPreview } from '@entrada/contract/sales/bulk/jobs';
import { requireEvent } from '../../catalog/events/service.ts';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import type { Ctx } from '../../platform/context.ts';
import { type NamedRows, selectionOf } from '../../platform/lists/selection.ts';
import { sumRefunds } from './preview-queries.ts';
import { sourceOf } from './service.ts';

/**
 * What a refund of the chosen rows would come to now, and what would be kept, by the rules of `refundLocked` and in one
 * statement. Minor units. Throws NOT_FOUND.
 */
export async function previewRefunds(
  ctx: Ctx,
  provider: PaymentProvider | null,
  { eventId, noun, rows }: { eventId: number; noun: BulkNoun; rows: NamedRows },
): Promise<RefundPreview> {
  const { scope, currency } = await requireEvent(ctx, eventId);
  const found = await sumRefunds(ctx.db, scope, {
    noun,
    provider: provider?.name ?? null,
    source: sourceOf(noun, scope, eventId),
    selection: selectionOf(rows),
  });
  const way = (isByHand: boolean) => {
    const one = found.find(({ code, byHand }) => code === null && byHand === isByHand);
    return { orders: one?.orders ?? 0, amount: one?.amount ?? 0 };
  };
  return {
    currency,
    byProvider: way(false),
    byHand: way(true),
    kept: found
      .flatMap(({ code, rows: count }) => (code === null ? [] : [{ code, count }]))
      .sort((a, b) => b.count - a.count),
  };
}
