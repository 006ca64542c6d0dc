import { mergeItems, type SelectedItem } from './admission.ts';

type HeldItem = { priceId: number; quantity: number; unitList: number };

const asText = (lines: readonly string[], promoCode: string | null) =>
  JSON.stringify([[...lines].sort(), promoCode?.toLowerCase() ?? null]);

/**
 * Whether a hold is for just what is asked for now, in any order of lines. A donation counts by its amount; another price
 * only by its id, because the hold keeps the money of the moment it was made. The promo code is the one used up, null
 * for none.
 */
export function isSameSelection(
  hold: { items: readonly HeldItem[]; promoCode: string | null },
  asked: { items: readonly SelectedItem[]; promoCode: string | null },
): boolean {
  const merged = mergeItems(asked.items);
  const donated = new Set(merged.filter((item) => item.donation !== undefined).map((item) => item.priceId));
  const held = hold.items.map((item) =>
    [item.priceId, item.quantity, donated.has(item.priceId) ? item.unitList : ''].join(' '),
  );
  const wanted = merged.map((item) => [item.priceId, item.quantity, item.donation ?? ''].join(' '));
  return asText(held, hold.promoCode) === asText(wanted, asked.promoCode);
}
