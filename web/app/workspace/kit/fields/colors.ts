import type { PageColors } from '@entrada/contract/catalog/designs';

/** The four colours of a public page, in the order of the form. */
export const COLOR_NAMES = ['page', 'text', 'button', 'buttonText'] as const satisfies (keyof PageColors)[];
export type ColorName = (typeof COLOR_NAMES)[number];
export type TypedColors = Record<ColorName, string>;

/** Reads a typed colour, with or without #, in upper or lower case. Null if it is not a colour. */
export function readColor(typed: string): string | null {
  const found = /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  return found ? `#${found.toLowerCase()}` : null;
}

/**
 * Reads a colour when the user leaves the field. Then three digits are a colour too. While the user types, they may be
 * the first three of six.
 */
export function readLeftColor(typed: string): string | null {
  const three = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(typed.trim())?.slice(1);
  return readColor(three ? three.map((digit) => digit.repeat(2)).join('') : typed);
}

/** The typed colours, or null if one of them is not a colour. */
export function readColors(typed: TypedColors): PageColors | null {
  const [page, text, button, buttonText] = COLOR_NAMES.map((name) => readColor(typed[name]));
  return page && text && button && buttonText ? { page, text, button, buttonText } : null;
}
