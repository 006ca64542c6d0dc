import { type BackgroundType, DEFAULT_COLORS, type Design } from '@entrada/contract/catalog/designs';
import type { PreviewDesign } from '../../platform/design-preview.ts';
import { COLOR_NAMES, readColor, readColors, type TypedColors } from '../kit/fields/colors.ts';

/** The designer's fields as its controls hold them: colours as typed. */
export type DesignValues = {
  /** No colours of its own: the page follows each visitor's light or dark scheme. */
  isAutomatic: boolean;
  background: BackgroundType;
  continueButtonText: string;
} & TypedColors;
export type DesignField = keyof DesignValues;

export function designValues({ colors, background, continueButtonText }: Design): DesignValues {
  return { isAutomatic: colors === null, ...(colors ?? DEFAULT_COLORS), background, continueButtonText };
}

/** What to save, or the fields that hold no colour. */
export function readDesign(
  values: DesignValues,
): { design: PreviewDesign; wrong: [] } | { design: null; wrong: DesignField[] } {
  const { isAutomatic, background } = values;
  const colors = isAutomatic ? null : readColors(values);
  if (!isAutomatic && !colors)
    return { design: null, wrong: COLOR_NAMES.filter((field) => !readColor(values[field])) };
  return { design: { colors, background, continueButtonText: values.continueButtonText.trim() }, wrong: [] };
}

/** The fields that differ, colours by what they mean. */
export function changedFields(from: DesignValues, to: DesignValues): DesignField[] {
  const isColor = (field: DesignField) => COLOR_NAMES.some((one) => one === field);
  return (Object.keys(from) as DesignField[]).filter((field) => {
    if (!isColor(field)) return from[field] !== to[field];
    // Without colours of its own, what the fields hold means nothing.
    if (to.isAutomatic) return false;
    return readColor(String(from[field])) !== readColor(String(to[field]));
  });
}
