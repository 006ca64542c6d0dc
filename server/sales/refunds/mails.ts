import { personName } from '@entrada/contract/accounts/person-name';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { scopeOfRow } from '../../platform/context.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { ComposeMail, Composers, QueuedMail } from '../../platform/mail/mailer.ts';
import { creditNoteFiles } from '../invoices/files.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { hasTickets } from '../orders/core/lines.ts';
import type { Order } from '../orders/core/types.ts';
import { findById } from '../orders/queries.ts';
import type { Refund } from './core/refunds.ts';
import { listDisputes } from './dispute-queries.ts';
import { findRefund } from './queries.ts';

const buyerName = ({ buyer }: Order) => personName(buyer ?? {});

async function find(ctx: JobCtx, mail: QueuedMail) {
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  if (!order) return null;
  const event = await eventOf(ctx.db, order);
  const { baseUrl } = ctx.config;
  const manageUrl = `${baseUrl}/manage/event/${event.id}/orders?query=${encodeURIComponent(order.reference)}`;
  return { order, event, baseUrl, manageUrl };
}

/** The refund of a mail; null if its status is no longer the one that the mail reports. */
async function refundOf(ctx: JobCtx, mail: QueuedMail, status: 'succeeded' | 'failed') {
  const refund = await findRefund(ctx.db, Number(mail.data.refundId));
  return refund?.status === status && refund.orderId === mail.orderId ? refund : null;
}

/** The tickets that a refund also cancelled. A line that admits nobody has none. */
function cancelledBy(refund: Refund, order: Order): 'none' | 'some' | 'all' {
  if (!refund.cancels) return 'none';
  if (order.status === 'cancelled') return 'all';
  return refund.attendeeIds.length > 0 ? 'some' : 'none';
}

const refunded: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  const refund = await refundOf(ctx, mail, 'succeeded');
  if (!about || !refund) return null;
  const { order, event, baseUrl } = about;
  const notes = await creditNoteFiles(ctx, scopeOfRow(order), { orderId: order.id, refundId: refund.id });
  return {
    kind: 'refunded',
    ...(event.supportEmail && { replyTo: event.supportEmail }),
    attachments: notes.map(({ attachment }) => attachment),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: { shortId: order.shortId, reference: order.reference, hasTickets: hasTickets(order.items) },
      refund: { minor: refund.amount, currency: refund.currency },
      isByHand: refund.reason === 'by_hand',
      cancelled: cancelledBy(refund, order),
      creditNotes: notes.map(({ id, number }) => ({
        number,
        url: `${baseUrl}/api/public/orders/${order.shortId}/${documentPath({ kind: 'credit_note', id })}`,
      })),
    },
  };
};

const refundFailed: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  const refund = await refundOf(ctx, mail, 'failed');
  if (!about || !refund) return null;
  const { order, event, baseUrl, manageUrl } = about;
  return {
    kind: 'refund_failed',
    ...(order.buyer && { replyTo: order.buyer.email }),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: { reference: order.reference, buyerName: buyerName(order) },
      refund: { minor: refund.amount, currency: refund.currency },
      manageUrl,
    },
  };
};

const disputeOpened: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  if (!about) return null;
  const { order, event, baseUrl, manageUrl } = about;
  const all = await listDisputes(ctx.db, scopeOfRow(order), order.id);
  const dispute = all.find((one) => one.id === mail.data.disputeId);
  // A dispute that is already decided needs no answer.
  if (!dispute || dispute.status === 'won' || dispute.status === 'lost') return null;
  return {
    kind: 'dispute_opened',
    ...(order.buyer && { replyTo: order.buyer.email }),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: { reference: order.reference, buyerName: buyerName(order) },
      dispute: {
        minor: dispute.amount,
        currency: dispute.currency,
        isInquiry: dispute.status === 'warning',
        respondBy: dispute.respondBy?.toISOString() ?? null,
      },
      manageUrl,
    },
  };
};

/** Composes the mails about refunds and disputes. Reads their facts just before they are sent. */
export const refundMails: Composers = {
  refunded,
  refund_failed: refundFailed,
  dispute_opened: disputeOpened,
};
