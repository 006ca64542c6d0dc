import { cutSlug, isReservedSlug, SLUG_LENGTH } from '@entrada/contract/slug';

/** Whether this is how a slug is written. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length >= 2 && text.length <= SLUG_LENGTH;
}

/** `slug` itself, or with the first of -2, -3... that is neither taken nor reserved. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isReservedSlug(slug) && !isTaken(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const next = `${cutSlug(slug, SLUG_LENGTH - suffix.length)}${suffix}`;
    if (!isTaken(next)) return next;
  }
}
