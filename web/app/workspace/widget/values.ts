import type { PageColors } from '@entrada/contract/catalog/designs';
import { WIDGET, type WidgetOptions, type WidgetTarget } from '@entrada/contract/catalog/widget-options';
import { LOCALES, type Locale } from '@entrada/contract/constants';
import { COLOR_NAMES, readColor, type TypedColors } from '../kit/fields/colors.ts';

/** The form's values, as its fields hold them. */
export type WidgetValues = {
  colors: TypedColors;
  padding: string;
  /** Empty for the visitor's own language. */
  locale: string;
  autoResize: boolean;
  height: string;
  buttonText: string;
  target: WidgetTarget;
  promoCode: string;
  affiliate: string;
  readsAddress: boolean;
};

/** A whole number of pixels within the limits, or null. */
function readPixels(typed: string, min: number, max: number): number | null {
  const value = /^\s*\d{1,5}\s*$/.test(typed) ? Number(typed) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

export const readHeight = (typed: string) => readPixels(typed, WIDGET.minHeight, WIDGET.maxHeight);
export const readPadding = (typed: string) => readPixels(typed, 0, WIDGET.maxPadding);

/** The options of the snippet: only those that differ from the event's own. Invalid values are ignored. */
export function widgetOptions(
  values: WidgetValues,
  own: { colors: PageColors; autoResize: boolean },
): WidgetOptions {
  const colors: WidgetOptions['colors'] = {};
  for (const name of COLOR_NAMES) {
    const read = readColor(values.colors[name]);
    if (read && read !== own.colors[name]) colors[name] = read;
  }
  return {
    colors,
    padding: readPadding(values.padding) ?? WIDGET.padding,
    locale: LOCALES.find((locale): locale is Locale => locale === values.locale) ?? null,
    autoResize: values.autoResize === own.autoResize ? null : values.autoResize,
    buttonText: values.buttonText.trim(),
    target: values.target,
    promoCode: values.promoCode.trim(),
    affiliate: values.affiliate.trim(),
  };
}
