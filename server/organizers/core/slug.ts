import { RESERVED_SLUGS } from '@entrada/contract/constants';

/** Letters that do not come apart into a base letter and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ŋ: 'ng',
};

const MAX_LENGTH = 60;

/** Text as an address shows it: "Fiesta de Año Nuevo" -> "fiesta-de-ano-nuevo". `fallback` where nothing of it is left. */
export function toSlug(text: string, fallback: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþıŋ]/g, (letter) => SPELLED[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  const slug = cut(folded.replace(/^-+/, ''), MAX_LENGTH);
  return slug.length >= 2 ? slug : fallback;
}

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/-+$/, '');

/** Whether the public address space needs this word itself. */
export function isReservedSlug(slug: string): boolean {
  return (RESERVED_SLUGS as readonly string[]).includes(slug);
}

/** `slug` itself, or with the first of -2, -3... that is neither taken nor reserved. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isReservedSlug(slug) && !isTaken(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const next = `${cut(slug, MAX_LENGTH - suffix.length)}${suffix}`;
    if (!isTaken(next)) return next;
  }
}
