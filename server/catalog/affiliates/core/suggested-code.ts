import { LIMITS } from '@entrada/contract/constants';
import { cutSlug, toSlug } from '@entrada/contract/slug';

/** The word of a code whose affiliate's name has no letter that a link may hold. */
const OTHERWISE = 'partner';

/** What all codes for a name begin with: "Radio Año Luz" -> "radio-ano-luz". At least three characters. */
export function codeStem(name: string): string {
  const slug = toSlug(name, '');
  if (slug.length >= LIMITS.promoCodeMin) return cutSlug(slug, LIMITS.promoCodeMax);
  return slug === '' ? OTHERWISE : `${OTHERWISE}-${slug}`;
}

/** The first free code for a name: its stem, or the stem with a number. `taken` holds codes in lower case. */
export function suggestedCode(name: string, taken: ReadonlySet<string>): string {
  const stem = codeStem(name);
  let code = stem;
  for (let nth = 2; taken.has(code); nth += 1) {
    const end = `-${nth}`;
    code = `${cutSlug(stem, LIMITS.promoCodeMax - end.length)}${end}`;
  }
  return code;
}
