import type { AccountSettings } from '@entrada/contract/accounts/settings';
import { type Currency, isCurrency } from '@entrada/contract/money';

export type SettingsValues = {
  name: string;
  legalName: string;
  address: string;
  taxId: string;
  /** Empty for the owner's language. */
  locale: string;
  requiresSecondFactor: boolean;
  currency: Currency;
  timezone: string;
  priceDisplay: AccountSettings['priceDisplay'];
  taxesIncluded: 'custom' | 'included' | 'added';
  orderTimeoutMinutes: string;
  supportEmail: string;
  emailFooter: string;
};
export type SettingsField = keyof SettingsValues;

const taxesOf = (included: boolean | null): SettingsValues['taxesIncluded'] => {
  if (included === null) return 'custom';
  return included ? 'included' : 'added';
};

export const settingsValues = (settings: AccountSettings): SettingsValues => ({
  name: settings.name,
  legalName: settings.legalName,
  address: settings.address,
  taxId: settings.taxId,
  locale: settings.locale ?? '',
  requiresSecondFactor: settings.requiresSecondFactor,
  currency: isCurrency(settings.currency) ? settings.currency : 'EUR',
  timezone: settings.timezone,
  priceDisplay: settings.priceDisplay,
  taxesIncluded: taxesOf(settings.taxesIncluded),
  orderTimeoutMinutes: String(settings.orderTimeoutMinutes),
  supportEmail: settings.supportEmail,
  emailFooter: settings.emailFooter,
});

/** The fields that differ. */
export const changedFields = (from: SettingsValues, to: SettingsValues): SettingsField[] =>
  (Object.keys(from) as SettingsField[]).filter((field) => from[field] !== to[field]);
