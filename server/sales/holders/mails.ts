import { callName } from '@entrada/contract/accounts/person-name';
import { z } from 'zod';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { Composers, QueuedMail } from '../../platform/mail/mailer.ts';
import { findIssuedById } from '../attendees/service.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { ticketTitle } from '../orders/core/lines.ts';

const oldHolder = z.object({ firstName: z.string(), lastName: z.string() });

/** The facts of a mail to an address that no longer has a ticket; null if it has it again. */
async function factsOf(ctx: JobCtx, mail: QueuedMail) {
  const one = mail.attendeeId === null ? null : await findIssuedById(ctx.db, mail.attendeeId);
  if (!one || one.ticket.email.toLowerCase() === mail.to.toLowerCase()) return null;
  const event = await eventOf(ctx.db, one);
  return {
    ...(event.supportEmail && { replyTo: event.supportEmail }),
    data: {
      baseUrl: ctx.config.baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      ticket: {
        firstName: callName(oldHolder.parse(mail.data)),
        ticketTitle: ticketTitle(one.ticket, mail.locale),
        reference: one.ticket.reference,
      },
      isTakenBack: mail.data['isTakenBack'] === true,
    },
  };
}

/** Composes the mails that tell somebody that their ticket is another person's now, or goes to another address. */
export const holderMails: Composers = {
  ticket_passed_on: async (ctx, mail) => {
    const facts = await factsOf(ctx, mail);
    return facts && { kind: 'ticket_passed_on', ...facts };
  },
  ticket_email_changed: async (ctx, mail) => {
    const facts = await factsOf(ctx, mail);
    return facts && { kind: 'ticket_email_changed', ...facts };
  },
};
