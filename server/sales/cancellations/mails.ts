import { callName, personName } from '@entrada/contract/accounts/person-name';
import { z } from 'zod';
import { scopeOfRow } from '../../platform/context.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { ComposeMail, Composers, QueuedMail } from '../../platform/mail/mailer.ts';
import { findAttendeesOfOrder } from '../attendees/queries.ts';
import { eventOf } from '../order-views/buyer-view.ts';
import { documentEvent } from '../order-views/render.ts';
import { hasTickets, ticketTitle } from '../orders/core/lines.ts';
import type { Order } from '../orders/core/types.ts';
import { findById } from '../orders/queries.ts';
import { findLostToDisputes } from '../refunds/dispute-queries.ts';

const chosen = z.object({ attendeeIds: z.array(z.number()), lineIds: z.array(z.number()) });

async function find(ctx: JobCtx, mail: QueuedMail) {
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  if (!order) return null;
  const event = await eventOf(ctx.db, order);
  const { baseUrl } = ctx.config;
  const replyTo = event.supportEmail ? { replyTo: event.supportEmail } : {};
  return { order, event, baseUrl, replyTo };
}

/** What is to be said about the money of an order whose places were cancelled. What a bank took back is not kept. */
async function moneyOf(ctx: JobCtx, order: Order): Promise<'awaited' | 'kept' | 'none'> {
  if (!order.completedAt) return 'awaited';
  const lost = await findLostToDisputes(ctx.db, scopeOfRow(order), order.id);
  return order.refundedTotal + lost < order.total ? 'kept' : 'none';
}

const orderCancelled: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  // If the order has changed since, another mail tells about that.
  if (about?.order.status !== 'cancelled') return null;
  const { order, event, baseUrl, replyTo } = about;
  return {
    kind: 'order_cancelled',
    ...replyTo,
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: {
        reference: order.reference,
        buyerFirstName: callName(order.buyer ?? {}),
        hasTickets: hasTickets(order.items),
      },
      reason: order.endedReason === 'offline_unpaid' ? 'unpaid' : 'organizer',
      money: await moneyOf(ctx, order),
    },
  };
};

/** The facts about the places of a mail that are still cancelled, or valid. Null if none is. */
async function placesOf(ctx: JobCtx, mail: QueuedMail, isCancelled: boolean) {
  const about = await find(ctx, mail);
  const { attendeeIds, lineIds } = chosen.parse(mail.data);
  if (!about) return null;
  const { order, event, baseUrl, replyTo } = about;
  const attendees = await findAttendeesOfOrder(ctx.db, scopeOfRow(order), order.id);
  const places = [
    ...attendees
      .filter(({ id, status }) => attendeeIds.includes(id) && (status === 'cancelled') === isCancelled)
      .map((one) => ({ name: personName(one), detail: ticketTitle(one, mail.locale), admits: true })),
    ...order.items
      .filter((line) => lineIds.includes(line.id) && line.isCancelled === isCancelled)
      .map((line) => ({
        name: `${line.quantity} × ${line.ticketName}`,
        detail: line.priceLabel,
        admits: false,
      })),
  ];
  if (places.length === 0) return null;
  const data = {
    baseUrl,
    event: documentEvent(ctx, event, mail.locale),
    order: { shortId: order.shortId, reference: order.reference },
    places,
  };
  return { order, replyTo, data };
}

const ticketsCancelled: ComposeMail = async (ctx, mail) => {
  const about = await placesOf(ctx, mail, true);
  if (!about) return null;
  const { order, replyTo, data } = about;
  return { kind: 'tickets_cancelled', ...replyTo, data: { ...data, money: await moneyOf(ctx, order) } };
};

const ticketsReactivated: ComposeMail = async (ctx, mail) => {
  const about = await placesOf(ctx, mail, false);
  // Once the event is called off they are valid no longer.
  if (about?.data.event.isCalledOff) return null;
  return about && { kind: 'tickets_reactivated', ...about.replyTo, data: about.data };
};

/** Composes the mails about cancelled places. Reads their facts just before they are sent. */
export const cancellationMails: Composers = {
  order_cancelled: orderCancelled,
  tickets_cancelled: ticketsCancelled,
  tickets_reactivated: ticketsReactivated,
};
