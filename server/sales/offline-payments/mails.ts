import { personName } from '@entrada/contract/accounts/person-name';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { ComposeMail, Composers, QueuedMail } from '../../platform/mail/mailer.ts';
import { eventOf, findWithBuyer } from '../order-views/buyer-view.ts';
import { orderFacts } from '../order-views/core/document-facts.ts';
import { documentEvent, ticketLink } from '../order-views/render.ts';
import { admitting } from '../orders/core/lines.ts';
import type { Order } from '../orders/core/types.ts';
import { findById } from '../orders/queries.ts';

async function find(ctx: JobCtx, mail: QueuedMail, status: Order['status']) {
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  // If the order has changed since, another mail tells about that.
  if (order?.status !== status) return null;
  return { order, event: await eventOf(ctx.db, order), baseUrl: ctx.config.baseUrl };
}

const awaitingPayment: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail, 'awaiting_offline_payment');
  if (!about?.order.offlineDueAt) return null;
  const { order, event, baseUrl } = about;
  const { named, unnamed } = await findWithBuyer(ctx.db, order, event);
  return {
    kind: 'order_awaiting_payment',
    ...(event.supportEmail && { replyTo: event.supportEmail }),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale, {
        tickets: [...named, ...unnamed],
        calendarPath: `orders/${order.shortId}`,
      }),
      order: orderFacts(order, null, mail.locale),
      tickets: named.map((one) => ticketLink(ctx, event, one)),
      unnamed: unnamed.length,
      offline: { instructionsHtml: event.offlineInstructions, dueAt: about.order.offlineDueAt.toISOString() },
    },
  };
};

const orderUnpaid: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail, 'cancelled');
  if (!about) return null;
  const { order, event, baseUrl } = about;
  const { buyer, reference, total, currency } = order;
  return {
    kind: 'order_unpaid',
    ...(buyer && { replyTo: buyer.email }),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: {
        reference,
        buyerName: personName(buyer ?? {}),
        totalMinor: total,
        currency,
      },
      ticketCount: admitting(order.items).reduce((sum, item) => sum + item.quantity, 0),
      manageUrl: `${baseUrl}/manage/event/${event.id}/orders?query=${encodeURIComponent(reference)}`,
    },
  };
};

/** Composes the mails about offline payments. Reads their facts just before they are sent. */
export const offlineMails: Composers = {
  order_awaiting_payment: awaitingPayment,
  order_unpaid: orderUnpaid,
};
