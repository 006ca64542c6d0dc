import { useLingui } from '@lingui/react/macro';
import type { SettingsField, SettingsValues } from './settings-values.ts';

/** What each field is called, and what a value of it says. */
export function useSettingsWords() {
  const { t } = useLingui();
  const labels: Record<SettingsField, string> = {
    title: t`Name`,
    startsAt: t`Starts`,
    endsAt: t`Ends`,
    timezone: t`Time zone`,
    description: t`Description`,
    priceDisplay: t`Price display`,
    orderTimeoutMinutes: t`Order time limit`,
    showAvailableCount: t`Show how many tickets are left`,
    isOnline: t`Online event`,
    onlineDetails: t`How to join`,
    venueName: t`Venue`,
    addressLine1: t`Address`,
    addressLine2: t`Address, second line`,
    city: t`City`,
    region: t`State or region`,
    postalCode: t`Postal code`,
    country: t`Country`,
    mapUrl: t`Map link`,
  };
  const say = (values: SettingsValues, field: SettingsField): string => {
    const value = values[field];
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    if (field === 'description') return value.replace(/<[^>]*>/g, ' ').trim();
    if (field === 'startsAt' || field === 'endsAt') return value.replace('T', ' ');
    if (field === 'priceDisplay') return value === 'inclusive' ? t`One price` : t`Fees beside the price`;
    return value;
  };
  return { labels, say };
}
