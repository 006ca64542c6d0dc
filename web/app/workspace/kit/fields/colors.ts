import type { PageColors } from '@entrada/contract/catalog/designs';

/** The four colours of a public page, in the order in which they are asked for. */
export const COLOR_NAMES = ['page', 'text', 'button', 'buttonText'] as const satisfies (keyof PageColors)[];
export type ColorName = (typeof COLOR_NAMES)[number];
export type TypedColors = Record<ColorName, string>;

/** A colour as typed: with or without its sign, in any case. Null when it is none. */
export function readColor(typed: string): string | null {
  const found = /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  return found ? `#${found.toLowerCase()}` : null;
}

/** A colour as it was left, also one of three digits: while it is typed, these may be the first of six. */
export function readLeftColor(typed: string): string | null {
  const three = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(typed.trim())?.slice(1);
  return readColor(three ? three.map((digit) => digit.repeat(2)).join('') : typed);
}

/** The colours as typed, or null while one of them is none. */
export function readColors(typed: TypedColors): PageColors | null {
  const [page, text, button, buttonText] = COLOR_NAMES.map((name) => readColor(typed[name]));
  return page && text && button && buttonText ? { page, text, button, buttonText } : null;
}
