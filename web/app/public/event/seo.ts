import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { minorToDecimalString } from '@entrada/contract/money';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { plainText } from '../../platform/i18n/share-words.ts';
import { unitOf } from '../picker/selection.ts';

/** The picture for link previews in other apps. It is stored next to the sizes of the cover. */
export function shareImage(event: Pick<PublicEvent, 'cover'>, baseUrl: string): string | null {
  const source = event.cover?.sources[0]?.url;
  return source ? new URL(source.replace(/[^/]+$/, 'share.jpg'), baseUrl).href : null;
}

const offerStates = {
  on_sale: 'https://schema.org/InStock',
  not_started: 'https://schema.org/PreOrder',
  sold_out: 'https://schema.org/SoldOut',
  ended: 'https://schema.org/Discontinued',
  hidden: 'https://schema.org/Discontinued',
} as const;

/** A search engine shows that an event was called off or has another date. */
function eventStatus({ isCalledOff, movedFrom }: PublicEvent): string {
  if (isCalledOff) return 'https://schema.org/EventCancelled';
  return movedFrom ? 'https://schema.org/EventRescheduled' : 'https://schema.org/EventScheduled';
}

/** The structured data of an event for search engines (schema.org). Prices are all-in. */
export function eventJsonLd(event: PublicEvent, page: { url: string; image: string | null }): object {
  const { location } = event;
  const place = {
    '@type': 'Place',
    name: location.venueName || location.city,
    address: {
      '@type': 'PostalAddress',
      streetAddress: asTyped([location.addressLine1, location.addressLine2]),
      postalCode: location.postalCode,
      addressLocality: location.city,
      addressRegion: location.region,
      addressCountry: location.country,
    },
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    url: page.url,
    startDate: event.startsAt,
    ...(event.endsAt && { endDate: event.endsAt }),
    ...(page.image && { image: [page.image] }),
    description: plainText(event.description, 500),
    eventStatus: eventStatus(event),
    ...(event.movedFrom && { previousStartDate: event.movedFrom }),
    eventAttendanceMode: location.isOnline
      ? 'https://schema.org/OnlineEventAttendanceMode'
      : 'https://schema.org/OfflineEventAttendanceMode',
    location: location.isOnline ? { '@type': 'VirtualLocation', url: page.url } : place,
    organizer: {
      '@type': 'Organization',
      name: event.organizer.name,
      url: new URL(`/${event.organizer.slug}`, page.url).href,
    },
    offers: event.tickets.flatMap((ticket) =>
      ticket.prices.map((price) => ({
        '@type': 'Offer',
        name: asTyped([ticket.name, price.label]),
        price: minorToDecimalString(unitOf({ promo: null }, ticket, price).now.total, event.currency),
        priceCurrency: event.currency,
        availability: offerStates[price.availability],
        ...(price.saleStartsAt && { validFrom: price.saleStartsAt }),
        url: page.url,
      })),
    ),
  };
}

/** Escapes JSON for a script element, so that nothing in it can end the element. */
export function scriptJson(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
