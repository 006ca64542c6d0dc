import { RESERVED_SLUGS } from './constants.ts';

/** Letters that Unicode cannot split into a base letter and a mark. */
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

/** Whether the public site itself uses this word. No organizer may have it, in upper or lower case. */
export function isReservedSlug(slug: string): boolean {
  return (RESERVED_SLUGS as readonly string[]).includes(slug.toLowerCase());
}

/**
 * A text as a part of an address: "Fiesta de Año Nuevo" -> "fiesta-de-ano-nuevo". Answers `fallback` if fewer than
 * two characters are left.
 */
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

/** Cuts a slug to `length` characters and removes hyphens at its end. */
export function cutSlug(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}
