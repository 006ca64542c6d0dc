import { callName, personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import { scopeOfRow } from '../../platform/context.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { Attachment } from '../../platform/mail/attachments.ts';
import type { ComposeMail, Composers, QueuedMail } from '../../platform/mail/mailer.ts';
import { findIssuedById, findIssuedToHolder, type Issued } from '../attendees/service.ts';
import { documentFiles, documentUrl } from '../invoices/files.ts';
import { findAdjustments } from '../orders/adjustment-queries.ts';
import type { Order } from '../orders/core/types.ts';
import type { EventFacts } from '../orders/event-queries.ts';
import { findById } from '../orders/queries.ts';
import { findLatestPayment } from '../payments/queries.ts';
import { eventOf, findWithBuyer } from './buyer-view.ts';
import { orderFacts } from './core/document-facts.ts';
import { documentEvent, eventCalendar, ticketLink, ticketsDrawing } from './render.ts';
import { isWithheldNow } from './withheld.ts';

type About = { order: Order; event: EventFacts; baseUrl: string };

async function find(ctx: JobCtx, mail: QueuedMail): Promise<About | null> {
  const order = mail.orderId === null ? null : await findById(ctx.db, mail.orderId);
  if (!order) return null;
  return { order, event: await eventOf(ctx.db, order), baseUrl: ctx.config.baseUrl };
}

const replyTo = (event: EventFacts) => (event.supportEmail ? { replyTo: event.supportEmail } : {});

async function cardOf(ctx: JobCtx, order: Order): Promise<string | null> {
  if (order.total === 0) return null;
  const payment = await findLatestPayment(ctx.db, scopeOfRow(order), order.id);
  return payment?.status === 'succeeded' ? payment.cardLast4 : null;
}

async function attachments(
  ctx: JobCtx,
  { event, order }: About,
  issued: readonly Issued[],
  locale: Locale,
  unnamed: readonly Issued[] = [],
): Promise<Attachment[]> {
  // An order that admits nobody has nothing to print and no date to keep.
  if (issued.length + unnamed.length === 0) return [];
  const calendar = await eventCalendar(ctx, event, {
    locale,
    onlineDetails: event.location.onlineDetails || null,
    issued: [...issued, ...unnamed],
  });
  const drawing =
    issued.length > 0 && !event.calledOffAt && ticketsDrawing(ctx, { event, order, issued }, locale);
  return [
    ...(drawing ? [{ filename: `${order.reference}.pdf`, contentType: 'application/pdf', drawing }] : []),
    { filename: 'event.ics', contentType: 'text/calendar; charset=utf-8', content: Buffer.from(calendar) },
  ];
}

const isActive = (one: Issued) => one.ticket.status === 'active';

/** The newest documents of an order that come with its confirmation. The order's page has all of them. */
const MOST_DOCUMENTS = 20;

const confirmation: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  if (about?.order.status !== 'completed') return null;
  const { order, event, baseUrl } = about;
  const { named, unnamed } = await findWithBuyer(ctx.db, order, event);
  const active = named.filter(isActive);
  const documents = (await documentFiles(ctx, scopeOfRow(order), order.id)).slice(-MOST_DOCUMENTS);
  return {
    kind: 'order_confirmation',
    ...replyTo(event),
    attachments: [
      ...(await attachments(ctx, about, active, mail.locale, unnamed)),
      ...documents.map(({ attachment }) => attachment),
    ],
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale, {
        tickets: [...active, ...unnamed],
        calendarPath: `orders/${order.shortId}`,
      }),
      order: orderFacts(
        order,
        await cardOf(ctx, order),
        mail.locale,
        await findAdjustments(ctx.db, scopeOfRow(order), { orderId: order.id }),
      ),
      tickets: active.map((one) => ticketLink(ctx, event, one)),
      unnamed: unnamed.length,
      documents: documents.map(({ kind, id, number }) => ({
        kind,
        number,
        url: documentUrl(baseUrl, order.shortId, { kind, id }),
      })),
      postCheckoutMessageHtml: event.postCheckoutMessage || null,
      onlineDetails: event.location.onlineDetails || null,
    },
  };
};

/** Tickets whose mails were queued without a version had their first code then. */
const FIRST_CODE = 1;

const attendeeTicket: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  const one = mail.attendeeId === null ? null : await findIssuedById(ctx.db, mail.attendeeId);
  if (!about || !one || !isActive(one)) return null;
  if (await isWithheldNow(ctx.db, about.order, one)) return null;
  // The new code is not for the address to which the old one was to go.
  if ((mail.data.codeVersion ?? FIRST_CODE) !== one.codeVersion) return null;
  const { order, event, baseUrl } = about;
  const isAlone = mail.data.isAlone === true;
  const replacesOlder = mail.data.replacesOlder === true;
  const theirs = isAlone ? [one] : await findIssuedToHolder(ctx.db, scopeOfRow(order), one);
  const { reference } = one.ticket;
  return {
    kind: 'attendee_ticket',
    ...replyTo(event),
    attachments: await attachments(ctx, about, theirs, mail.locale),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale, {
        tickets: [one],
        calendarPath: `tickets/${one.ticket.shortId}`,
      }),
      ticket: { ...ticketLink(ctx, event, one), firstName: callName(one.ticket), reference },
      buyerName: one.isPassedOn || replacesOlder ? '' : personName(order.buyer ?? {}),
      replacesOlder,
      givenBy: typeof mail.data.givenBy === 'string' ? mail.data.givenBy : '',
      note: typeof mail.data.note === 'string' ? mail.data.note : '',
      onlineDetails: event.location.onlineDetails || null,
    },
  };
};

const paymentFailed: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  // A buyer who has paid or is paying meanwhile, or chose to pay offline, does not need this mail.
  if (!about || ['completed', 'awaiting_offline_payment'].includes(about.order.status)) return null;
  const { order, event, baseUrl } = about;
  if (order.paymentStatus === 'processing' || order.endedReason === 'paid_too_late') return null;
  const isHeld = order.status === 'reserved' && order.expiresAt && (order.secondsLeft ?? 0) > 0;
  return {
    kind: 'payment_failed',
    ...replyTo(event),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: { reference: order.reference, buyerFirstName: callName(order.buyer ?? {}) },
      held:
        isHeld && order.expiresAt
          ? {
              until: order.expiresAt.toISOString(),
              payUrl: `${baseUrl}/checkout/${event.id}/${order.shortId}/payment`,
            }
          : null,
    },
  };
};

const paidButExpired: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  if (!about) return null;
  const { order, event, baseUrl } = about;
  return {
    kind: 'paid_but_expired',
    ...replyTo(event),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: { reference: order.reference, buyerFirstName: callName(order.buyer ?? {}) },
      refund: { minor: order.total, currency: order.currency },
    },
  };
};

const newOrder: ComposeMail = async (ctx, mail) => {
  const about = await find(ctx, mail);
  if (!about) return null;
  const { order, event, baseUrl } = about;
  return {
    kind: 'new_order',
    ...(order.buyer && { replyTo: order.buyer.email }),
    data: {
      baseUrl,
      event: documentEvent(ctx, event, mail.locale),
      order: orderFacts(order, await cardOf(ctx, order), mail.locale),
      awaitedUntil:
        order.status === 'awaiting_offline_payment' ? (order.offlineDueAt?.toISOString() ?? null) : null,
      manageUrl: `${baseUrl}/manage/event/${event.id}/orders?query=${encodeURIComponent(order.reference)}`,
    },
  };
};

/** Composes the mails about orders. Reads their facts just before they are sent. */
export const orderMails: Composers = {
  order_confirmation: confirmation,
  attendee_ticket: attendeeTicket,
  payment_failed: paymentFailed,
  paid_but_expired: paidButExpired,
  new_order: newOrder,
};
