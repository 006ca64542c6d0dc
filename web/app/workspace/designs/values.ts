import { type BackgroundType, DEFAULT_COLORS, type Design } from '@entrada/contract/catalog/designs';
import { COLOR_NAMES, readColor, type TypedColors } from '../kit/fields/colors.ts';

/** The values of the designer's form. Colours are kept as typed. */
export type DesignValues = {
  /** The page has no colours of its own and follows each visitor's light or dark scheme. */
  isAutomatic: boolean;
  background: BackgroundType;
  continueButtonText: string;
} & TypedColors;
export type DesignField = keyof DesignValues;

export function designValues({ colors, background, continueButtonText }: Design): DesignValues {
  return { isAutomatic: colors === null, ...(colors ?? DEFAULT_COLORS), background, continueButtonText };
}

/** The fields that differ. Two ways to write the same colour are equal. */
export function changedFields(from: DesignValues, to: DesignValues): DesignField[] {
  const isColor = (field: DesignField) => COLOR_NAMES.some((one) => one === field);
  return (Object.keys(from) as DesignField[]).filter((field) => {
    if (!isColor(field)) return from[field] !== to[field];
    // If the page has no colours of its own, the colour fields do not count.
    if (to.isAutomatic) return false;
    return readColor(String(from[field])) !== readColor(String(to[field]));
  });
}
