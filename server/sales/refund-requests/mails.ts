import { callName, personName } from '@entrada/contract/accounts/person-name';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { Composers, QueuedMail } from '../../platform/mail/mailer.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { findById } from '../orders/queries.ts';
import { findRefund } from '../refunds/queries.ts';
import { findRequest } from './queries.ts';

async function find(ctx: JobCtx, mail: QueuedMail) {
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  const request = order && (await findRequest(ctx.db, Number(mail.data['requestId'])));
  if (!order || request?.orderId !== order.id) return null;
  return { order, request, event: await eventOf(ctx.db, order) };
}

/** Composes the mails about refunds that buyers ask for. Reads their facts just before they are sent. */
export const refundRequestMails: Composers = {
  refund_requested: async (ctx, mail) => {
    const about = await find(ctx, mail);
    // Somebody may have answered meanwhile.
    if (about?.request.status !== 'open') return null;
    const { order, request, event } = about;
    const { baseUrl } = ctx.config;
    return {
      kind: 'refund_requested',
      ...(order.buyer?.email && { replyTo: order.buyer.email }),
      data: {
        baseUrl,
        event: documentEvent(ctx, event, mail.locale),
        order: { reference: order.reference, buyerName: personName(order.buyer ?? {}) },
        request: {
          minor: request.amount,
          currency: order.currency,
          count: request.ticketCount,
          reason: request.reason,
          isAfterMove: request.isAfterMove,
        },
        manageUrl: `${baseUrl}/manage/event/${event.id}/orders?order=${order.id}`,
      },
    };
  },
  refund_request_answered: async (ctx, mail) => {
    const about = await find(ctx, mail);
    if (!about || about.request.status === 'open') return null;
    const { order, request, event } = about;
    const refund = request.refundId === null ? null : await findRefund(ctx.db, request.refundId);
    return {
      kind: 'refund_request_answered',
      ...(event.supportEmail && { replyTo: event.supportEmail }),
      data: {
        baseUrl: ctx.config.baseUrl,
        event: documentEvent(ctx, event, mail.locale),
        order: {
          shortId: order.shortId,
          reference: order.reference,
          buyerFirstName: callName(order.buyer ?? {}),
        },
        isApproved: request.status === 'approved',
        refund: refund && { minor: refund.amount, currency: refund.currency },
        answer: request.answer,
      },
    };
  },
};
