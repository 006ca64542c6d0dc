import { z } from 'zod';
import { scopeOfRow } from '../../platform/context.ts';
import type { ComposeMail, Composers } from '../../platform/mail/mailer.ts';
import { documentFiles, documentUrl } from '../invoices/files.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { findById } from '../orders/queries.ts';

const one = z.number().nullable().default(null);
const many = z.array(z.number()).default([]);

/** A move names one document of each kind, a change of the details any number. */
const said = z
  .object({
    creditNoteId: one,
    invoiceId: one,
    creditNoteIds: many,
    invoiceIds: many,
    because: z.enum(['ticket', 'details']).default('ticket'),
  })
  .transform(({ creditNoteId, invoiceId, creditNoteIds, invoiceIds, because }) => ({
    creditNoteIds: creditNoteId === null ? creditNoteIds : [creditNoteId],
    invoiceIds: invoiceId === null ? invoiceIds : [invoiceId],
    because,
  }));

/** To the buyer of an order that is invoiced anew: the credit notes over what was billed, and the new invoices. */
const orderInvoicedAnew: ComposeMail = async (ctx, mail) => {
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  if (!order) return null;
  const event = await eventOf(ctx.db, order);
  const { baseUrl } = ctx.config;
  const { because, ...which } = said.parse(mail.data);
  const files = await documentFiles(ctx, scopeOfRow(order), order.id, which);
  return {
    kind: 'order_invoiced_anew',
    ...(event.supportEmail && { replyTo: event.supportEmail }),
    attachments: files.map(({ attachment }) => attachment),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: { shortId: order.shortId, reference: order.reference },
      because,
      documents: files.map(({ kind, id, number }) => ({
        kind,
        number,
        url: documentUrl(baseUrl, order.shortId, { kind, id }),
      })),
    },
  };
};

/** Composes the mails about orders that are invoiced anew, by a move or by other details. */
export const invoiceDetailMails: Composers = { order_invoiced_anew: orderInvoicedAnew };
