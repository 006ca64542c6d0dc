import { createEvent } from '@entrada/contract/catalog/events';
import type { Organizer } from '@entrada/contract/catalog/organizers';
import { type Currency, isCurrency } from '@entrada/contract/money';
import { type Judged, judge } from '../../kit/form/judge.ts';
import { readTyped } from '../../kit/form/typed.ts';
import type { EventBody } from '../api.ts';

export type NewEventValues = {
  title: string;
  organizerId: number;
  startsAt: string;
  endsAt: string;
  timezone: string;
  currency: Currency;
  description: string;
  place: 'venue' | 'online';
  onlineDetails: string;
  venueName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  mapUrl: string;
};

const currencyOf = (code: string): Currency => (isCurrency(code) ? code : 'EUR');

/** The values of an empty form, with the time zone and the currency of the organizer. */
export function newEventValues(
  organizer: Organizer | undefined,
  account: { currency: string; timezone: string },
): NewEventValues {
  return {
    title: '',
    organizerId: organizer?.id ?? 0,
    startsAt: '',
    endsAt: '',
    timezone: organizer?.timezone ?? account.timezone,
    currency: currencyOf(organizer?.currency ?? account.currency),
    description: '',
    place: 'venue',
    onlineDetails: '',
    venueName: '',
    addressLine1: '',
    addressLine2: '',
    city: '',
    region: '',
    postalCode: '',
    country: '',
    mapUrl: '',
  };
}

/** Changes the organizer. Its time zone and currency are taken over, unless the user has chosen others. */
export function withOrganizer(
  values: NewEventValues,
  { from, to }: { from: Organizer | undefined; to: Organizer },
): NewEventValues {
  return {
    ...values,
    organizerId: to.id,
    ...(values.timezone === from?.timezone && { timezone: to.timezone }),
    ...(values.currency === from?.currency && { currency: currencyOf(to.currency) }),
  };
}

/** Turns the form's values into the body of the request, or lists its errors. */
export function readNewEvent(values: NewEventValues): Judged<EventBody> {
  const { title, organizerId, timezone, currency, description, place, onlineDetails, venueName } = values;
  const { addressLine1, addressLine2, city, region, postalCode, country, mapUrl } = values;
  const typed = readTyped();
  const location =
    place === 'online'
      ? { isOnline: true, onlineDetails }
      : { isOnline: false, venueName, addressLine1, addressLine2, city, region, postalCode, country, mapUrl };
  const times = {
    startsAt: typed.instant('startsAt', values.startsAt, timezone),
    endsAt: typed.instantOrNull('endsAt', values.endsAt, timezone),
  };
  return judge(
    createEvent,
    { title, organizerId, ...times, timezone, currency, description, location },
    typed,
  );
}
