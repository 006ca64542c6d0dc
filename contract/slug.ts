import { RESERVED_SLUGS } from './constants.ts';

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

export const SLUG_LENGTH = 60;

/** Whether the public address space needs this word itself: no organizer may have it, however it is written. */
export function isReservedSlug(slug: string): boolean {
  return (RESERVED_SLUGS as readonly string[]).includes(slug.toLowerCase());
}

/** Text as an address shows it: "Fiesta de Año Nuevo" -> "fiesta-de-ano-nuevo". `fallback` where nothing of it is left. */
export function toSlug(text: string, fallback: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþıŋ]/g, (letter) => SPELLED[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  const slug = cutSlug(folded.replace(/^-+/, ''), SLUG_LENGTH);
  return slug.length >= 2 ? slug : fallback;
}

/** At most so many characters of a slug, never with a hyphen at the end. */
export function cutSlug(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}
