import type { Locale } from '@entrada/contract/constants';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import type { Drawings } from '../../platform/documents/draw.ts';
import { fail } from '../../platform/errors.ts';
import { findIssuedByOrder, findIssuedByShortId } from '../attendees/service.ts';
import type { Order } from '../orders/core/types.ts';
import { findEventFacts } from '../orders/event-queries.ts';
import * as queries from '../orders/queries.ts';
import { eventOf, openToBuyer } from './buyer-view.ts';
import { eventCalendar, ticketsDrawing } from './render.ts';

type File = { contentType: string; body: Buffer | string; filename: string };

const PDF = 'application/pdf';
const CALENDAR = 'text/calendar; charset=utf-8';

async function completed(ctx: Ctx, shortId: string): Promise<Order> {
  const order = await queries.findByShortId(ctx.db, shortId);
  if (order?.status !== 'completed') throw fail('ORDER_NOT_FOUND');
  return order;
}

/**
 * All tickets of a completed order that are the buyer's to see, in the order's language. Throws ORDER_NOT_FOUND, also if the
 * event is called off, or UNAVAILABLE.
 */
export async function orderTickets(ctx: Ctx, drawings: Drawings, shortId: string): Promise<File> {
  const order = await completed(ctx, shortId);
  const event = await eventOf(ctx.db, order);
  const active = event.calledOffAt ? [] : await openToBuyer(ctx.db, order, event);
  if (active.length === 0) throw fail('ORDER_NOT_FOUND');
  const drawing = ticketsDrawing(ctx, { event, order, issued: active }, order.locale as Locale);
  const body = await drawings.draw(drawing);
  return { contentType: PDF, body, filename: `${order.reference}.pdf` };
}

/** One ticket, in its holder's language. Throws NOT_FOUND, also if the ticket is no longer valid, or UNAVAILABLE. */
export async function oneTicket(ctx: Ctx, drawings: Drawings, shortId: string): Promise<File> {
  const one = await findIssuedByShortId(ctx.db, shortId);
  const order = one && (await queries.findById(ctx.db, one.orderId));
  if (!order || one.ticket.status !== 'active') throw fail('NOT_FOUND');
  const event = await eventOf(ctx.db, order);
  if (event.calledOffAt) throw fail('NOT_FOUND');
  const body = await drawings.draw(
    ticketsDrawing(ctx, { event, order, issued: [one] }, one.locale as Locale),
  );
  return { contentType: PDF, body, filename: `${one.ticket.reference}.pdf` };
}

/**
 * The event of a completed order as a calendar file, with an entry for each part of it that the order has tickets for.
 * Shows how to join online unless the order is refunded. An event that is called off takes its entries out of calendars.
 * Throws ORDER_NOT_FOUND.
 */
export async function orderCalendar(ctx: Ctx, shortId: string): Promise<File> {
  const order = await queries.findByShortId(ctx.db, shortId);
  const event = order && (await eventOf(ctx.db, order));
  // Who has the event in the calendar may get rid of it, also after the order was cancelled with it.
  const isKnown = order?.status === 'completed' || (order?.completedAt && event?.calledOffAt);
  if (!order || !event || !isKnown) throw fail('ORDER_NOT_FOUND');
  const issued = await findIssuedByOrder(ctx.db, scopeOfRow(order), order.id);
  const active = issued.filter(({ ticket }) => event.calledOffAt || ticket.status === 'active');
  const onlineDetails = order.refundStatus === 'full' ? '' : event.location.onlineDetails;
  const body = await eventCalendar(ctx, event, {
    locale: order.locale,
    onlineDetails: onlineDetails || null,
    issued: active,
  });
  return { contentType: CALENDAR, body, filename: `${event.slug}.ics` };
}

/** The part of the event that a ticket is for as a calendar file. Throws NOT_FOUND, also if it is no longer valid. */
export async function ticketCalendar(ctx: Ctx, shortId: string): Promise<File> {
  const one = await findIssuedByShortId(ctx.db, shortId);
  const order = one && (await queries.findById(ctx.db, one.orderId));
  const event = order && (await eventOf(ctx.db, order));
  if (!event || (one.ticket.status !== 'active' && !event.calledOffAt)) throw fail('NOT_FOUND');
  const body = await eventCalendar(ctx, event, {
    locale: one.locale,
    onlineDetails: event.location.onlineDetails || null,
    issued: [one],
  });
  return { contentType: CALENDAR, body, filename: `${event.slug}.ics` };
}

/** A public event as a calendar file. Throws NOT_FOUND for any other event. */
export async function publicCalendar(ctx: Ctx, eventId: number): Promise<File> {
  const event = await findEventFacts(ctx.db, eventId);
  if (event?.status !== 'public') throw fail('NOT_FOUND');
  return {
    contentType: CALENDAR,
    body: await eventCalendar(ctx, event, { locale: ctx.config.defaultLocale, onlineDetails: null }),
    filename: `${event.slug}.ics`,
  };
}
