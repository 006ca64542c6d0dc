import type { Location } from '@entrada/contract/catalog/events';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { languageTag } from './locales.ts';

type Address = Omit<Location, 'onlineDetails'>;

/** The address below the venue's name, on one line: "Moll de la Duana, 46024 València, Spain". */
export function formatAddress(address: Address, locale: string): string {
  const town = [address.postalCode, address.city].filter(Boolean).join(' ');
  const parts = [
    address.addressLine1,
    address.addressLine2,
    town,
    address.region === address.city ? '' : address.region,
    countryName(address.country, locale),
  ];
  return sideBySide(parts, locale);
}

/** A country by its ISO code in the reader's language; empty for none. */
export function countryName(code: string, locale: string): string {
  if (!code) return '';
  return new Intl.DisplayNames(languageTag(locale), { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** The address of a map: the organizer's own link, or a search for the address. Null if there is no place. */
export function mapLink(address: Address, locale: string): string | null {
  if (address.isOnline) return null;
  if (address.mapUrl) return address.mapUrl;
  // Maps know no Chinese comma.
  const query = sideBySide([address.venueName, formatAddress(address, locale)], locale).replaceAll(
    '，',
    ', ',
  );
  return query ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}` : null;
}
