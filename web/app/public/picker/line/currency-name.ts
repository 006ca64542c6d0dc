import { languageTag } from '../../../platform/i18n/locales.ts';

/**
 * The plural name of a currency in the reader's language: "euros". For the server: a phone would first read the names of
 * all currencies, which takes longer than starting the rest of the picker.
 */
export function currencyName(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(languageTag(locale), {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
  });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}
