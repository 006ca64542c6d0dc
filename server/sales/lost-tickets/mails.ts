import type { Composers } from '../../platform/mail/mailer.ts';
import { belongingsOf, MOST_LISTED } from './service.ts';

/** Composes the mail with the links of somebody's orders and tickets. It is read anew: what was found may have changed. */
export const lostTicketMails: Composers = {
  found_tickets: async (ctx, mail) => {
    const found = await belongingsOf(ctx.db, mail.to);
    if (found.length === 0) return null;
    const { baseUrl } = ctx.config;
    return {
      kind: 'found_tickets',
      data: {
        baseUrl,
        email: mail.to,
        hasMore: found.length > MOST_LISTED,
        found: found.slice(0, MOST_LISTED).map((one) => ({
          kind: one.kind,
          title: one.eventTitle,
          startsAt: one.startsAt.toISOString(),
          endsAt: one.endsAt?.toISOString() ?? null,
          timeZone: one.timeZone,
          reference: one.reference,
          state: one.state,
          url: `${baseUrl}/${one.kind}/${one.eventId}/${one.shortId}`,
        })),
      },
    };
  },
};
