import { callName } from '@entrada/contract/accounts/person-name';
import { z } from 'zod';
import type { Composers } from '../../platform/mail/mailer.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { findById } from '../orders/queries.ts';

const given = z.object({ count: z.number() });

/** Composes the mail that confirms tickets that were given back without money. */
export const selfServiceMails: Composers = {
  tickets_given_back: async (ctx, mail) => {
    const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
    if (!order) return null;
    const event = await eventOf(ctx.db, order);
    return {
      kind: 'tickets_given_back',
      ...(event.supportEmail && { replyTo: event.supportEmail }),
      data: {
        baseUrl: ctx.config.baseUrl,
        event: documentEvent(ctx, event, mail.locale),
        order: {
          shortId: order.shortId,
          reference: order.reference,
          buyerFirstName: callName(order.buyer ?? {}),
        },
        count: given.parse(mail.data).count,
      },
    };
  },
};
