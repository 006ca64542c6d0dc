import { AFFILIATE_PARAM } from '@entrada/contract/catalog/affiliates';
import { sourceOf } from '../../../catalog/shop/core/source.ts';

/** What the page says about a visit. */
export type SaidVisit = { address: string; referrer?: string | undefined; isWidget: boolean };

/**
 * The class of source that an order keeps; null if nothing is known. An affiliate is left out, because the order names it
 * itself. Whatever somebody sends is read as an address of this site, so a wrong one is `null` or a wrong class, no more.
 */
export function cameFrom(visit: SaidVisit | undefined, ownHost: string): string | null {
  if (!visit || !URL.canParse(visit.address, 'http://page')) return null;
  const url = new URL(visit.address, 'http://page');
  url.searchParams.delete(AFFILIATE_PARAM);
  const { referrer, isWidget } = visit;
  const source = sourceOf({ url, referrer, ownHost, isWidget });
  return source === 'direct' ? null : source;
}
