import type { Location } from '@entrada/contract/catalog/events';
import { addressLine } from '@entrada/contract/words/address';
import { sideBySide } from '@entrada/contract/words/side-by-side';

type Address = Omit<Location, 'onlineDetails'>;

/** The address of a map: the organizer's own link, or a search for the address. Null if there is no place. */
export function mapLink(address: Address, locale: string): string | null {
  if (address.isOnline) return null;
  if (address.mapUrl) return address.mapUrl;
  // Maps know no Chinese comma.
  const query = sideBySide([address.venueName, addressLine(address, locale)], locale).replaceAll('，', ', ');
  return query ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}` : null;
}
