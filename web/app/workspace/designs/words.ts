import { useLingui } from '@lingui/react/macro';
import { useColorLabels } from '../kit/fields/color-fields.tsx';
import { COLOR_NAMES } from '../kit/fields/colors.ts';
import type { PaletteName } from './palettes.ts';
import type { DesignField, DesignValues } from './values.ts';

/** The names of the designer's fields and palettes, and texts for their values. */
export function useDesignWords() {
  const { t } = useLingui();
  const labels: Record<DesignField, string> = {
    ...useColorLabels(),
    isAutomatic: t`Colours`,
    background: t`Background`,
    continueButtonText: t`Continue button`,
  };
  const palettes: Record<PaletteName, string> = {
    paper: t`Paper`,
    white: t`White`,
    night: t`Night`,
    sea: t`Sea`,
    sky: t`Sky`,
    forest: t`Forest`,
    rose: t`Rose`,
  };
  const say = (values: DesignValues, field: DesignField): string => {
    if (field === 'isAutomatic') return values.isAutomatic ? t`Light and dark` : t`Your own`;
    if (field === 'background') return values.background === 'color' ? t`Colour` : t`Blurred cover`;
    const isColor = COLOR_NAMES.some((one) => one === field);
    if (isColor && values.isAutomatic) return t`Light and dark`;
    return String(values[field]);
  };
  return { labels, palettes, say };
}
