import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import type { EventFacts as DocumentEvent } from '@entrada/documents/types';
import type { Ctx } from '../../platform/context.ts';
import { renderCalendar } from '../../platform/documents/calendar.ts';
import type { Drawing } from '../../platform/documents/drawing.ts';
import { shareKey, sharePath } from '../../platform/images/picture.ts';
import type { Issued } from '../attendees/service.ts';
import type { Order } from '../orders/core/types.ts';
import type { EventFacts } from '../orders/event-queries.ts';
import { pathOf } from './buyer-view.ts';
import { addressOf, placeOf, priceOf, ticketTitle } from './core/document-facts.ts';

type Rendering = Pick<Ctx, 'config'>;

/** The event as mails and tickets show it. */
export function documentEvent(ctx: Rendering, event: EventFacts): DocumentEvent {
  const { baseUrl } = ctx.config;
  const cover = sharePath(event.cover);
  return {
    id: event.id,
    title: event.title,
    url: `${baseUrl}${pathOf(event)}`,
    organizerName: event.organizer.name,
    startsAt: event.startsAt.toISOString(),
    endsAt: event.endsAt?.toISOString() ?? null,
    timeZone: event.timezone,
    location: placeOf(event.location),
    isOnline: event.location.isOnline,
    coverUrl: cover && `${baseUrl}${cover}`,
    calendarUrl: `${baseUrl}/api/public/events/${event.id}/calendar.ics`,
    supportEmail: event.supportEmail || null,
    footerMessageHtml: event.emailFooter || null,
  };
}

/** The link to a ticket's page. */
export const ticketUrl = (ctx: Rendering, { eventId, ticket }: Issued) =>
  `${ctx.config.baseUrl}/ticket/${eventId}/${ticket.shortId}`;

const plainText = (html: string) =>
  html
    .replace(/<br\s*\/?>|<\/(p|li|h2|h3|blockquote)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();

/** The event as an .ics file. `onlineDetails` are for buyers only. */
export function eventCalendar(
  ctx: Rendering,
  event: EventFacts,
  onlineDetails: string | null,
): Promise<string> {
  const { location } = event;
  const place = [location.venueName, addressOf(location)].filter(Boolean).join(', ');
  const description = [plainText(event.description), onlineDetails].filter(Boolean).join('\n\n');
  return renderCalendar({
    id: event.id,
    title: event.title,
    description: description || null,
    url: `${ctx.config.baseUrl}${pathOf(event)}`,
    startsAt: event.startsAt.toISOString(),
    endsAt: event.endsAt?.toISOString() ?? null,
    timeZone: event.timezone,
    location: location.isOnline ? null : place || null,
    organizer: { name: event.organizer.name, email: event.organizer.email },
    updatedAt: event.updatedAt.toISOString(),
  });
}

/** A printable PDF of some tickets of an order. */
export function ticketsDrawing(
  ctx: Rendering,
  parts: { event: EventFacts; order: Order; issued: readonly Issued[] },
  locale: Locale,
): Drawing {
  const { event, order, issued } = parts;
  const items = new Map(order.items.map((item) => [item.id, item]));
  return {
    kind: 'tickets',
    locale,
    coverKey: shareKey(event.cover),
    data: {
      // The footer of the mails is not part of a ticket.
      event: { ...documentEvent(ctx, event), footerMessageHtml: null },
      tickets: issued.map((one) => {
        const item = items.get(one.orderItemId);
        if (!item) throw new Error(`Ticket ${one.id} has lost its line`);
        const { ticket } = one;
        return {
          name: personName(ticket),
          ticketTitle: ticketTitle(ticket),
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
