import { type BackgroundType, DEFAULT_COLORS, type Design, type PageColors } from '@entrada/contract/design';
import type { PreviewDesign } from '../../platform/design-preview.ts';

/** The designer's fields as its controls hold them: colours as typed. */
export type DesignValues = {
  /** No colours of its own: the page follows each visitor's light or dark scheme. */
  isAutomatic: boolean;
  page: string;
  text: string;
  button: string;
  buttonText: string;
  background: BackgroundType;
  continueButtonText: string;
};
export type DesignField = keyof DesignValues;

export const COLOR_FIELDS = ['page', 'text', 'button', 'buttonText'] as const satisfies (keyof PageColors)[];

export function designValues({ colors, background, continueButtonText }: Design): DesignValues {
  return { isAutomatic: colors === null, ...(colors ?? DEFAULT_COLORS), background, continueButtonText };
}

/** A colour as typed: with or without its sign, in any case. Null when it is none. */
export function readColor(typed: string): string | null {
  const found = /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  return found ? `#${found.toLowerCase()}` : null;
}

/** The colours as typed, or null while one of them is none. */
export function readColors(values: DesignValues): PageColors | null {
  const [page, text, button, buttonText] = COLOR_FIELDS.map((field) => readColor(values[field]));
  return page && text && button && buttonText ? { page, text, button, buttonText } : null;
}

/** What to save, or the fields that hold no colour. */
export function readDesign(
  values: DesignValues,
): { design: PreviewDesign; wrong: [] } | { design: null; wrong: DesignField[] } {
  const { isAutomatic, background } = values;
  const colors = isAutomatic ? null : readColors(values);
  if (!isAutomatic && !colors)
    return { design: null, wrong: COLOR_FIELDS.filter((field) => !readColor(values[field])) };
  return { design: { colors, background, continueButtonText: values.continueButtonText.trim() }, wrong: [] };
}

/** The fields that differ, colours by what they mean. */
export function changedFields(from: DesignValues, to: DesignValues): DesignField[] {
  const isColor = (field: DesignField) => COLOR_FIELDS.some((one) => one === field);
  return (Object.keys(from) as DesignField[]).filter((field) => {
    if (!isColor(field)) return from[field] !== to[field];
    // Without colours of its own, what the fields hold means nothing.
    if (to.isAutomatic) return false;
    return readColor(String(from[field])) !== readColor(String(to[field]));
  });
}
