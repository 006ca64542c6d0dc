import { callName } from '@entrada/contract/accounts/person-name';
import { z } from 'zod';
import type { Composers } from '../../platform/mail/mailer.ts';
import { findIssuedById } from '../attendees/service.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { ticketTitle } from '../orders/core/lines.ts';

const oldHolder = z.object({ firstName: z.string(), lastName: z.string() });

/** Composes the mail that tells somebody that their ticket is another person's now. */
export const holderMails: Composers = {
  ticket_passed_on: async (ctx, mail) => {
    const one = mail.attendeeId === null ? null : await findIssuedById(ctx.db, mail.attendeeId);
    // The ticket may have been passed back meanwhile.
    if (!one || one.ticket.email.toLowerCase() === mail.to.toLowerCase()) return null;
    const event = await eventOf(ctx.db, one);
    return {
      kind: 'ticket_passed_on',
      ...(event.supportEmail && { replyTo: event.supportEmail }),
      data: {
        baseUrl: ctx.config.baseUrl,
        event: documentEvent(ctx, event, mail.locale),
        ticket: {
          firstName: callName(oldHolder.parse(mail.data)),
          ticketTitle: ticketTitle(one.ticket, mail.locale),
          reference: one.ticket.reference,
        },
      },
    };
  },
};
