import { mergeItems, type SelectedItem } from './admission.ts';

type HeldItem = { priceId: number; quantity: number; unitList: number };

const asText = (lines: readonly string[], promoCode: string | null) =>
  JSON.stringify([[...lines].sort(), promoCode?.toLowerCase() ?? null]);

/**
 * Whether a hold contains exactly the requested selection, in any order of lines. Donations must have the same amount.
 * Other prices must only have the same id, because a hold keeps the amounts of the moment it was made. The promo code
 * is the one that the order uses, null for none.
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
