import { currencyExponent, MAX_MINOR } from '@entrada/contract/money';

/**
 * Amounts as they read in another currency: 12.50 stays 12.50, whatever its minor units are. `refused` if an amount has
 * decimals that the new currency has not, or is beyond the largest amount. Minor units in, minor units out.
 */
export function inCurrency(
  amounts: readonly number[],
  { from, to }: { from: string; to: string },
): { ok: true; amounts: number[] } | { ok: false } {
  const places = currencyExponent(to) - currencyExponent(from);
  const factor = 10 ** Math.abs(places);
  if (places < 0 && amounts.some((amount) => amount % factor !== 0)) return { ok: false };
  const changed = amounts.map((amount) => (places < 0 ? amount / factor : amount * factor));
  return changed.some((amount) => amount > MAX_MINOR) ? { ok: false } : { ok: true, amounts: changed };
}
