import { createEvent } from '@entrada/contract/catalog/events';
import type { Organizer } from '@entrada/contract/catalog/organizers';
import { type Currency, isCurrency } from '@entrada/contract/money';
import { TICKET_DEFAULTS } from '../../kit/data/ticket-defaults.ts';
import { readAnyWhole } from '../../kit/fields/whole-number.ts';
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
  ticket: FirstTicket;
};

/** `later`: the event starts without a ticket. An empty quantity is no limit. */
export type FirstTicket = { kind: 'paid' | 'free' | 'later'; name: string; amount: string; quantity: string };

const currencyOf = (code: string): Currency => (isCurrency(code) ? code : 'EUR');

/** The values of an empty form, with the time zone and the currency of the organizer and a name for the ticket. */
export function newEventValues(
  organizer: Organizer | undefined,
  account: { currency: string; timezone: string },
  ticketName: string,
): NewEventValues {
  return {
    title: '',
    organizerId: organizer?.id ?? 0,
    startsAt: '',
    endsAt: '',
    timezone: organizer?.timezone ?? account.timezone,
    currency: currencyOf(organizer?.currency ?? account.currency),
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
    ticket: { kind: 'paid', name: ticketName, amount: '', quantity: '' },
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
export function readNewEvent(values: NewEventValues, locale: string): Judged<EventBody> {
  const { title, organizerId, timezone, currency, place, onlineDetails, venueName } = values;
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
  const { kind } = values.ticket;
  const ticket =
    kind === 'later' ? {} : { ticket: readFirstTicket(values.ticket, typed, { currency, locale }) };
  return judge(createEvent, { title, organizerId, ...times, timezone, currency, location, ...ticket }, typed);
}

function readFirstTicket(
  { kind, name, amount, quantity }: FirstTicket,
  typed: ReturnType<typeof readTyped>,
  frame: { currency: string; locale: string },
) {
  const price = 'ticket.prices.0';
  return {
    ...TICKET_DEFAULTS,
    type: kind === 'paid' ? ('paid' as const) : ('free' as const),
    name,
    description: '',
    saleStartsAt: null,
    saleEndsAt: null,
    prices: [
      {
        label: '',
        amount: kind === 'paid' ? typed.money(`${price}.amount`, amount, frame) : 0,
        quantity: typed.wholeOrNull(`${price}.quantity`, quantity, readAnyWhole),
        saleStartsAt: null,
        saleEndsAt: null,
        hidden: false,
      },
    ],
  };
}
