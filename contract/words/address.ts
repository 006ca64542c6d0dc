import { sideBySide } from './side-by-side.ts';

/** A postal address. `country` is a code of ISO 3166-1 alpha-2, or empty. */
type Address = {
  addressLine1: string;
  addressLine2: string;
  postalCode: string;
  city: string;
  region: string;
  country: string;
};

/** An address on one line in the reader's language: "Moll de la Duana, 46024 València, Spain". Empty if nothing is known. */
export function addressLine(address: Address, locale: string): string {
  const { addressLine1, addressLine2, postalCode, city, region, country } = address;
  const town = [postalCode, city].filter(Boolean).join(' ');
  return sideBySide(
    [addressLine1, addressLine2, town, region === city ? '' : region, countryName(country, locale)],
    locale,
  );
}

/** A country by its code in the reader's language; empty for none. */
export function countryName(code: string, locale: string): string {
  if (!code) return '';
  // Without its region, Portuguese is that of Brazil.
  const tag = locale === 'pt' ? 'pt-PT' : locale;
  return new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' }).of(code) ?? code;
}
