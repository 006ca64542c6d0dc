import { formatMoney } from '@entrada/contract/money';
import { useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';

/** How amounts of a currency, counts and shares are written in a report. */
export function useFigures(currency: string) {
  const { i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const money = (minor: number) =>
    // A minus sign is as wide as a plus, a hyphen is not. Zero has no sign.
    formatMoney({ minor: minor === 0 ? 0 : minor, currency, locale }).replace('-', '\u2212');
  return {
    money,
    /** An amount that is taken away. */
    less: (minor: number) => money(-minor),
    count: (value: number) => formatCount(value, i18n.locale),
    share: (part: number, whole: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
        .format(part / whole)
        .replace(/[\u00a0\u202f]/g, '\u00a0'),
  };
}

/** Null for nothing, so that a table shows a dash. */
export const some = (value: number, write: (value: number) => string): string | null =>
  value === 0 ? null : write(value);
