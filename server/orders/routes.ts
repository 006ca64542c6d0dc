import {
  abandonOrder,
  extendOrder,
  getIssuedTicket,
  getOrder,
  refreshPayment,
  reserveOrder,
  saveOrderDetails,
  startPayment,
} from '@entrada/contract/checkout';
import { COOKIES } from '@entrada/contract/constants';
import { attendeeShortId, orderShortId, pathId } from '@entrada/contract/fields';
import { listOrders } from '@entrada/contract/orders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../platform/http/limits.ts';
import { type Api, download, route } from '../platform/http/route.ts';
import type { Parts } from '../platform/parts.ts';
import { newToken } from '../platform/secrets.ts';
import { oneTicket, orderCalendar, orderTickets, publicCalendar } from './downloads.ts';
import { beginPayment, refresh } from './payment-flow.ts';
import { reserve } from './reserve.ts';
import * as service from './service.ts';

const CART_SECONDS = 86_400;

/** The browser's own cart token, made on its first reservation. */
function cartOf(api: Api, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[COOKIES.cart];
  const token = known && /^[A-Za-z0-9_-]{43}$/.test(known) ? known : newToken();
  reply.setCookie(COOKIES.cart, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: api.config.baseUrl.startsWith('https://'),
    maxAge: CART_SECONDS,
  });
  return token;
}

/** Links that lead nowhere are counted more strictly, against guessing. */
async function orCountMiss<T>(api: Api, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && (error.code === 'ORDER_NOT_FOUND' || error.code === 'NOT_FOUND')) {
      await api.limiters.spend(LIMITS_BY_PURPOSE.lookupMiss, addressKey(request));
    }
    throw error;
  }
}

export function orderRoutes(api: Api, parts: Parts): void {
  const { provider } = parts;
  const { reserve: reserveLimit, lookup, payment: paymentLimit } = LIMITS_BY_PURPOSE;
  const lookups = { limits: [lookup] };

  route(
    api,
    reserveOrder,
    async ({ ctx, params, body, request, reply, idempotencyKey, requestHash }) => ({
      data: await reserve(ctx, provider, {
        eventId: params.eventId,
        body,
        cartToken: cartOf(api, request, reply),
        idempotencyKey,
        requestHash,
      }),
    }),
    { limits: [reserveLimit], idempotency: 'own' },
  );
  route(
    api,
    getOrder,
    async ({ ctx, params, request }) => ({
      data: await orCountMiss(api, request, () => service.getOrder(ctx, params.orderShortId)),
    }),
    lookups,
  );
  route(api, saveOrderDetails, async ({ ctx, params, body, request }) => ({
    data: await orCountMiss(api, request, () => service.saveDetails(ctx, params.orderShortId, body)),
  }));
  route(api, extendOrder, async ({ ctx, params, request }) => ({
    data: await orCountMiss(api, request, () => service.extendHold(ctx, params.orderShortId)),
  }));
  route(
    api,
    abandonOrder,
    ({ ctx, params, request }) =>
      orCountMiss(api, request, () =>
        service.abandon(ctx, provider, params.orderShortId),
      ) as Promise<undefined>,
  );
  route(
    api,
    startPayment,
    async ({ ctx, params, request }) => ({
      data: await orCountMiss(api, request, () => beginPayment(ctx, provider, params.orderShortId)),
    }),
    { limits: [paymentLimit], idempotency: 'own' },
  );
  route(
    api,
    refreshPayment,
    async ({ ctx, params, request }) => ({
      data: await orCountMiss(api, request, () => refresh(ctx, provider, params.orderShortId)),
    }),
    lookups,
  );
  route(
    api,
    getIssuedTicket,
    async ({ ctx, params, request }) => ({
      data: await orCountMiss(api, request, () => service.getTicket(ctx, params.attendeeShortId)),
    }),
    lookups,
  );
  downloadRoutes(api, parts);
  route(api, listOrders, ({ ctx, params, query }) => service.listOrders(ctx, params.eventId, query));
}

/** Files are rendered for each request, and guessing is counted as a look-up. */
function downloadRoutes(api: Api, { files }: Parts): void {
  const limits = [LIMITS_BY_PURPOSE.lookup];
  const order = z.object({ orderShortId });
  const at = (path: string) => `/public${path}`;
  download(
    api,
    { path: at('/orders/:orderShortId/tickets.pdf'), access: 'public', params: order, limits },
    ({ ctx, params }) => orderTickets(ctx, files, params.orderShortId),
  );
  download(
    api,
    { path: at('/orders/:orderShortId/calendar.ics'), access: 'public', params: order, limits },
    ({ ctx, params }) => orderCalendar(ctx, params.orderShortId),
  );
  download(
    api,
    {
      path: at('/tickets/:attendeeShortId/ticket.pdf'),
      access: 'public',
      params: z.object({ attendeeShortId }),
      limits,
    },
    ({ ctx, params }) => oneTicket(ctx, files, params.attendeeShortId),
  );
  download(
    api,
    { path: at('/events/:eventId/calendar.ics'), access: 'public', params: z.object({ eventId: pathId }) },
    ({ ctx, params }) => publicCalendar(ctx, params.eventId),
  );
}
