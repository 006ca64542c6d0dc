import { z } from 'zod';
import { scopeOfRow } from '../../platform/context.ts';
import type { ComposeMail, Composers } from '../../platform/mail/mailer.ts';
import { documentFiles, documentUrl } from '../invoices/files.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { findById } from '../orders/queries.ts';

const said = z.object({ creditNoteId: z.number().nullable(), invoiceId: z.number().nullable() });

/** To the buyer after a move: the credit note over the place as it was, and the invoice over it as it is now. */
const orderInvoicedAnew: ComposeMail = async (ctx, mail) => {
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  if (!order) return null;
  const event = await eventOf(ctx.db, order);
  const { baseUrl } = ctx.config;
  const files = await documentFiles(ctx, scopeOfRow(order), order.id, said.parse(mail.data));
  return {
    kind: 'order_invoiced_anew',
    ...(event.supportEmail && { replyTo: event.supportEmail }),
    attachments: files.map(({ attachment }) => attachment),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: { shortId: order.shortId, reference: order.reference },
      documents: files.map(({ kind, id, number }) => ({
        kind,
        number,
        url: documentUrl(baseUrl, order.shortId, { kind, id }),
      })),
    },
  };
};

/** Composes the mails about moves. */
export const moveMails: Composers = { order_invoiced_anew: orderInvoicedAnew };
