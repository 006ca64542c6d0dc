import { callName } from '@entrada/contract/accounts/person-name';
import type { Composers } from '../../platform/mail/mailer.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { findById } from '../orders/queries.ts';

/** Composes the mail that tells an address that it gets no more mails about an order. */
export const emailCorrectionMails: Composers = {
  order_email_corrected: async (ctx, mail) => {
    const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
    // The address may have been corrected back meanwhile.
    if (!order?.buyer || order.buyer.email.toLowerCase() === mail.to.toLowerCase()) return null;
    const event = await eventOf(ctx.db, order);
    return {
      kind: 'order_email_corrected',
      ...(event.supportEmail && { replyTo: event.supportEmail }),
      data: {
        baseUrl: ctx.config.baseUrl,
        event: documentEvent(ctx, event, mail.locale),
        order: { reference: order.reference, buyerFirstName: callName(order.buyer) },
        byOrganizer: mail.data['byOrganizer'] === true,
      },
    };
  },
};
