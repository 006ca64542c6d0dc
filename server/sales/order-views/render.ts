import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import { addressLine } from '@entrada/contract/words/address';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import type {
  CalendarEntry,
  EventFacts as DocumentEvent,
  OwnDates,
  TicketLink,
} from '@entrada/documents/types';
import type { Ctx } from '../../platform/context.ts';
import { renderCalendar } from '../../platform/documents/calendar.ts';
import type { Drawing } from '../../platform/documents/drawing.ts';
import { type MailLogo, shareKey, sharePath } from '../../platform/images/picture.ts';
import type { Issued } from '../attendees/service.ts';
import { placesOf, ticketTitle } from '../orders/core/lines.ts';
import type { Order } from '../orders/core/types.ts';
import type { EventFacts } from '../orders/event-queries.ts';
import { pathOf } from './buyer-view.ts';
import { placeOf, priceOf } from './core/document-facts.ts';

type Rendering = Pick<Ctx, 'config'>;

/** The part of the event that a ticket is for, as documents take it; null for the whole event. */
function datesOf(event: EventFacts, ticketId: number): OwnDates | null {
  const dates = event.ticketDates.get(ticketId);
  return dates ? { startsAt: dates.startsAt.toISOString(), endsAt: dates.endsAt.toISOString() } : null;
}

/** Tickets of one event, and the address of their calendar file below the API. */
type Held = { tickets: readonly { ticketId: number }[]; calendarPath: string };

/**
 * The event as mails and tickets show it to a reader of this locale. With `held`, its dates are those of the tickets if
 * all of them are for the same part of the event. One that is called off is not offered for calendars.
 */
export function documentEvent(ctx: Rendering, event: EventFacts, locale: string, held?: Held): DocumentEvent {
  const { baseUrl } = ctx.config;
  const [first = null, ...others] = partsOf(event, held?.tickets ?? []);
  const own = others.length === 0 ? first : null;
  const cover = sharePath(event.cover);
  return {
    id: event.id,
    title: event.title,
    url: `${baseUrl}${pathOf(event)}`,
    organizerName: event.organizer.name,
    logo: event.logo && mailedLogo(baseUrl, event.logo),
    startsAt: (own ?? event).startsAt.toISOString(),
    endsAt: (own ?? event).endsAt?.toISOString() ?? null,
    timeZone: event.timezone,
    location: placeOf(event.location, locale),
    isOnline: event.location.isOnline,
    isCalledOff: event.calledOffAt !== null,
    coverUrl: cover && `${baseUrl}${cover}`,
    calendarUrl: event.calledOffAt
      ? null
      : `${baseUrl}/api/public/${held?.calendarPath ?? `events/${event.id}`}/calendar.ics`,
    supportEmail: event.supportEmail || null,
    footerMessageHtml: event.emailFooter || null,
  };
}

const mailedLogo = (baseUrl: string, { path, ...logo }: MailLogo) => ({ ...logo, url: `${baseUrl}${path}` });

/** The link to a ticket's page. */
const ticketUrl = (ctx: Rendering, { eventId, ticket }: Issued) =>
  `${ctx.config.baseUrl}/ticket/${eventId}/${ticket.shortId}`;

/** A ticket as mails name it, with the part of the event that it is for. */
export const ticketLink = (ctx: Rendering, event: EventFacts, one: Issued): TicketLink => ({
  name: personName(one.ticket),
  ticketTitle: ticketTitle(one.ticket, one.locale),
  url: ticketUrl(ctx, one),
  dates: datesOf(event, one.ticketId),
});

const plainText = (html: string) =>
  html
    .replace(/<br\s*\/?>|<\/(p|li|h2|h3|blockquote)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();

/** The distinct parts of the event that tickets are for, earliest first; the event itself where one is for all of it. */
function partsOf(event: EventFacts, tickets: readonly { ticketId: number }[]) {
  const whole = {
    ticketId: null,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    updatedAt: event.updatedAt,
  };
  const ids = [...new Set(tickets.map(({ ticketId }) => ticketId))].sort((a, b) => a - b);
  const parts = ids.map((ticketId) => {
    const dates = event.ticketDates.get(ticketId);
    return dates ? { ticketId, ...dates } : whole;
  });
  const distinct = new Map(
    (parts.length > 0 ? parts : [whole])
      .toReversed()
      .map((part) => [`${part.startsAt.getTime()} ${part.endsAt?.getTime()}`, part]),
  );
  return [...distinct.values()].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

type Named = { ticketId: number; ticket: { ticketName: string } };

/** The entries of a calendar file: the event, or each part of it that one of the tickets is for, with its name. */
function entriesOf(event: EventFacts, issued: readonly Named[]): CalendarEntry[] {
  return partsOf(event, issued).map(({ ticketId, startsAt, endsAt, updatedAt }) => {
    const ticket = issued.find((one) => one.ticketId === ticketId)?.ticket;
    return {
      ticketId,
      title: ticket ? `${event.title}: ${ticket.ticketName}` : event.title,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      updatedAt: new Date(Math.max(event.updatedAt.getTime(), updatedAt.getTime())).toISOString(),
    };
  });
}

type CalendarOf = { locale: string; onlineDetails: string | null; issued?: readonly Named[] };

/**
 * The event as an .ics file, with an entry for each part of it that the tickets are for. Without tickets it is the whole
 * event, and of one that is called off the file that takes it out of calendars. `onlineDetails` are for buyers only.
 */
export function eventCalendar(
  ctx: Rendering,
  event: EventFacts,
  { locale, onlineDetails, issued = [] }: CalendarOf,
): Promise<string> {
  const { location } = event;
  const place = sideBySide([location.venueName, addressLine(location, locale)], locale);
  const description = [plainText(event.description), onlineDetails].filter(Boolean).join('\n\n');
  const method = event.calledOffAt ? 'CANCEL' : 'PUBLISH';
  const data = {
    id: event.id,
    description: description || null,
    url: `${ctx.config.baseUrl}${pathOf(event)}`,
    timeZone: event.timezone,
    location: location.isOnline ? null : place || null,
    organizer: { name: event.organizer.name, email: event.organizer.email },
    entries: entriesOf(event, issued),
  };
  return renderCalendar(data, method);
}

/** A printable PDF of some tickets of an order. */
export function ticketsDrawing(
  ctx: Rendering,
  parts: { event: EventFacts; order: Order; issued: readonly Issued[] },
  locale: Locale,
): Drawing {
  const { event, order, issued } = parts;
  const items = new Map(placesOf(order).map((item) => [item.id, item]));
  return {
    kind: 'tickets',
    locale,
    coverKey: shareKey(event.cover),
    data: {
      // The footer of the mails is not part of a ticket.
      event: { ...documentEvent(ctx, event, locale), footerMessageHtml: null },
      tickets: issued.map((one) => {
        const item = items.get(one.orderItemId);
        if (!item) throw new Error(`Ticket ${one.id} has lost its line`);
        const { ticket } = one;
        return {
          name: personName(ticket),
          ticketTitle: ticketTitle(ticket, locale),
          dates: datesOf(event, one.ticketId),
          reference: ticket.reference,
          orderReference: order.reference,
          url: ticketUrl(ctx, one),
          code: ticket.code,
          price: priceOf(item, event.priceDisplay),
          currency: order.currency,
        };
      }),
    },
  };
}
