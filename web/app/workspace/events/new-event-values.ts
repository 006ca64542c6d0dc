import type { createEvent } from '@entrada/contract/catalog/events';
import type { Organizer } from '@entrada/contract/catalog/organizers';
import { LIMITS } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import type { FieldError } from '@entrada/contract/errors';
import { type Currency, isCurrency } from '@entrada/contract/money';
import { fromLocalTime } from '../../platform/i18n/zoned-time.ts';

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

/** An empty form, with the zone and the currency of the organizer. */
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

/** Another organizer, with its zone and currency where the reader has not chosen others. */
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

type Body = InputOf<typeof createEvent>['body'];

/** What is sent, or what is wrong with it. */
export function readNewEvent(
  values: NewEventValues,
): { body: Body; wrong?: undefined } | { body?: undefined; wrong: FieldError[] } {
  const wrong: FieldError[] = [];
  const startsAt = fromLocalTime(values.startsAt, values.timezone);
  const endsAt = values.endsAt === '' ? null : fromLocalTime(values.endsAt, values.timezone);
  if (values.title.trim() === '') wrong.push({ path: 'title', code: 'required' });
  if (!startsAt) wrong.push({ path: 'startsAt', code: values.startsAt ? 'invalid_date' : 'required' });
  if (endsAt === undefined) wrong.push({ path: 'endsAt', code: 'invalid_date' });
  if (startsAt && endsAt && endsAt <= startsAt) wrong.push({ path: 'endsAt', code: 'must_be_after_start' });
  if (values.description.length > LIMITS.description) {
    wrong.push({ path: 'description', code: 'too_long', max: LIMITS.description });
  }
  if (wrong.length > 0 || !startsAt || endsAt === undefined) return { wrong };
  const { title, organizerId, timezone, currency, description, place } = values;
  const { onlineDetails, venueName, addressLine1, addressLine2, city, region, postalCode, country, mapUrl } =
    values;
  const location =
    place === 'online'
      ? { isOnline: true, onlineDetails }
      : { isOnline: false, venueName, addressLine1, addressLine2, city, region, postalCode, country, mapUrl };
  return {
    body: { title, organizerId, startsAt, endsAt, timezone, currency, description, location },
  };
}
