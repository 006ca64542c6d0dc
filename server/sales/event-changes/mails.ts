import { callName } from '@entrada/contract/accounts/person-name';
import { z } from 'zod';
import { scopeOfRow } from '../../platform/context.ts';
import type { ComposeMail, Composers } from '../../platform/mail/mailer.ts';
import { findIssuedById, findIssuedByOrder, type Issued } from '../attendees/service.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent, eventCalendar } from '../order-views/render.ts';
import { findById } from '../orders/queries.ts';
import { findChange } from './queries.ts';

const about = z.object({
  changeId: z.number(),
  money: z
    .object({ way: z.enum(['card', 'by_hand', 'ask', 'awaited', 'contact', 'none']), minor: z.number() })
    .default({ way: 'none', minor: 0 }),
});

const eventChanged: ComposeMail = async (ctx, mail) => {
  const { changeId, money } = about.parse(mail.data);
  const change = await findChange(ctx.db, changeId);
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  const message = change?.messages[mail.locale];
  if (!change || !order || !message || change.status === 'undone') return null;
  const event = await eventOf(ctx.db, order);
  // If it was called off since, another message says so.
  if (change.kind === 'move' && event.calledOffAt) return null;
  const scope = scopeOfRow(order);
  const one = mail.attendeeId === null ? null : await findIssuedById(ctx.db, mail.attendeeId);
  // It may have waited for a day. Whoever has passed the ticket on gets no link to it.
  const belongsTo = one ? one.ticket.email : order.buyer?.email;
  if (belongsTo?.toLowerCase() !== mail.to.toLowerCase()) return null;
  // Calling off takes all tickets out of calendars, a move changes those that are valid.
  const isMeant = ({ ticket }: Issued) => event.calledOffAt !== null || ticket.status !== 'cancelled';
  const issued = (one ? [one] : await findIssuedByOrder(ctx.db, scope, order.id)).filter(isMeant);
  if (one && issued.length === 0) return null;
  const { baseUrl } = ctx.config;
  const person = one ? one.ticket : (order.buyer ?? {});
  const held = one
    ? { tickets: issued, calendarPath: `tickets/${one.ticket.shortId}` }
    : { tickets: issued, calendarPath: `orders/${order.shortId}` };
  const admits = issued.length > 0;
  const calendar = await eventCalendar(ctx, event, { locale: mail.locale, onlineDetails: null, issued });
  return {
    kind: 'event_changed',
    ...(event.supportEmail && { replyTo: event.supportEmail }),
    // Whoever has the event in a calendar gets it out of there, or its new dates.
    attachments: admits
      ? [
          {
            filename: 'event.ics',
            contentType: `text/calendar; charset=utf-8; method=${event.calledOffAt ? 'CANCEL' : 'PUBLISH'}`,
            content: Buffer.from(calendar),
          },
        ]
      : [],
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale, admits ? held : undefined),
      subject: message.subject,
      body: message.body,
      firstName: callName(person),
      url: one
        ? `${baseUrl}/ticket/${event.id}/${one.ticket.shortId}`
        : `${baseUrl}/order/${event.id}/${order.shortId}`,
      isTicket: one !== null,
      money: {
        way: money.way,
        minor: money.minor,
        currency: order.currency,
        until: change.after.returnsUntil ?? null,
      },
    },
  };
};

/** Composes the mails that tell people of a change of their event. Reads their facts just before they are sent. */
export const eventChangeMails: Composers = { event_changed: eventChanged };
