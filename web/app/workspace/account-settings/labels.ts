import { useLingui } from '@lingui/react/macro';
import { isLocale, localeNames } from '../../platform/i18n/locales.ts';
import type { SettingsField, SettingsValues } from './values.ts';

/** The names of the fields, and their values in words, as a conflict shows them. */
export function useSettingsWords() {
  const { t } = useLingui();
  const labels: Record<SettingsField, string> = {
    name: t`Name`,
    legalName: t`Legal name`,
    address: t`Address`,
    taxId: t`Tax number`,
    locale: t`Language`,
    requiresSecondFactor: t`Everybody signs in with a second factor`,
    currency: t`Currency`,
    timezone: t`Time zone`,
    priceDisplay: t`Prices`,
    taxesIncluded: t`New taxes`,
    orderTimeoutMinutes: t`Minutes`,
    supportEmail: t`Support email`,
    emailFooter: t`Footer`,
  };
  const choices = {
    priceDisplay: {
      inclusive: t`Show one price with everything in it`,
      exclusive: t`Show the price, and fees and taxes beside it`,
    },
    taxesIncluded: {
      custom: t`As is customary for the currency`,
      included: t`Included in the price`,
      added: t`Added to the price`,
    },
  };
  const say = (values: SettingsValues, field: SettingsField): string => {
    if (field === 'priceDisplay') return choices.priceDisplay[values.priceDisplay];
    if (field === 'taxesIncluded') return choices.taxesIncluded[values.taxesIncluded];
    if (field === 'emailFooter') return values.emailFooter.replace(/<[^>]+>/g, ' ').trim();
    if (field === 'locale') return isLocale(values.locale) ? localeNames[values.locale] : t`As the owner`;
    if (field === 'requiresSecondFactor') return values.requiresSecondFactor ? t`Yes` : t`No`;
    return values[field];
  };
  return { labels, choices, say };
}
