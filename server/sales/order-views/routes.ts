import { attendeeShortId, orderShortId, pathId } from '@entrada/contract/fields';
import { getIssuedTicket, getOrder } from '@entrada/contract/sales/checkout';
import { getOrderDetail, listOrders, sumOrders } from '@entrada/contract/sales/orders';
import { z } from 'zod';
import { exportRoute } from '../../platform/http/export-route.ts';
import { byLink } from '../../platform/http/limits.ts';
import { type Api, download, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { showOrderDetail } from './detail.ts';
import { oneTicket, orderCalendar, orderTickets, publicCalendar, ticketCalendar } from './downloads.ts';
import { orderLinesFile } from './exports/lines.ts';
import { ordersFile } from './exports/orders.ts';
import { refundsFile } from './exports/refunds.ts';
import * as service from './service.ts';

const orderLink = byLink('orderShortId');
const ticketLink = byLink('attendeeShortId');

const pdf = (name: string, summary: string) => ({ area: 'files', name, summary, types: ['application/pdf'] });
const calendar = (name: string, summary: string) => ({
  area: 'files',
  name,
  summary,
  types: ['text/calendar'],
});

/** Routes by which buyers and organizers see orders and tickets. Calendars are written for each request, PDF files are drawn once. */
export function orderViewRoutes(api: Api, { drawings }: Pick<Resources, 'drawings'>): void {
  route(
    api,
    getOrder,
    async ({ ctx, params }) => ({ data: await service.getOrder(ctx, params.orderShortId) }),
    orderLink,
  );
  route(
    api,
    getIssuedTicket,
    async ({ ctx, params }) => ({ data: await service.getTicket(ctx, params.attendeeShortId) }),
    ticketLink,
  );
  route(api, listOrders, ({ ctx, params, query }) => service.listOrders(ctx, params.eventId, query));
  route(api, sumOrders, async ({ ctx, params, query }) => ({
    data: await service.sumOrders(ctx, params.eventId, query),
  }));
  route(api, getOrderDetail, async ({ ctx, params }) => ({ data: await showOrderDetail(ctx, params) }));
  exportRoute(api, { name: 'exportOrders', what: 'orders' }, ordersFile);
  exportRoute(api, { name: 'exportOrderLines', what: 'order-lines' }, orderLinesFile);
  exportRoute(api, { name: 'exportRefunds', what: 'refunds' }, refundsFile);
  const ofOrder = { access: 'public' as const, params: z.object({ orderShortId }), ...orderLink };
  download(
    api,
    {
      ...pdf('getTicketsOfOrder', 'All tickets of an order, to print.'),
      path: '/public/orders/:orderShortId/tickets.pdf',
      ...ofOrder,
    },
    ({ ctx, params }) => orderTickets(ctx, drawings, params.orderShortId),
  );
  download(
    api,
    {
      ...calendar('getCalendarOfOrder', 'The event of an order as a calendar file.'),
      path: '/public/orders/:orderShortId/calendar.ics',
      ...ofOrder,
    },
    ({ ctx, params }) => orderCalendar(ctx, params.orderShortId),
  );
  const ofTicket = { access: 'public' as const, params: z.object({ attendeeShortId }), ...ticketLink };
  download(
    api,
    {
      ...pdf('getTicketFile', 'One ticket, to print.'),
      path: '/public/tickets/:attendeeShortId/ticket.pdf',
      ...ofTicket,
    },
    ({ ctx, params }) => oneTicket(ctx, drawings, params.attendeeShortId),
  );
  download(
    api,
    {
      ...calendar('getCalendarOfTicket', 'The event of a ticket as a calendar file.'),
      path: '/public/tickets/:attendeeShortId/calendar.ics',
      ...ofTicket,
    },
    ({ ctx, params }) => ticketCalendar(ctx, params.attendeeShortId),
  );
  download(
    api,
    {
      ...calendar('getCalendar', 'A public event as a calendar file.'),
      path: '/public/events/:eventId/calendar.ics',
      access: 'public',
      params: z.object({ eventId: pathId }),
    },
    ({ ctx, params }) => publicCalendar(ctx, params.eventId),
  );
}
