import { createHmac } from 'node:crypto';
import { COOKIES } from '@entrada/contract/constants';
import { attendeeShortId, orderShortId, pathId } from '@entrada/contract/fields';
import {
  abandonOrder,
  chooseOfflinePayment,
  extendOrder,
  getIssuedTicket,
  getOrder,
  refreshPayment,
  reserveOrder,
  saveOrderDetails,
  startPayment,
} from '@entrada/contract/sales/checkout';
import {
  getAttendeeAnswers,
  getOrderAnswers,
  updateAttendeeAnswers,
  updateOrderAnswers,
} from '@entrada/contract/sales/order-answers';
import {
  cancelUnpaidOrder,
  getOrderDetail,
  listOrders,
  markOrderPaid,
  ordersCsvPath,
} from '@entrada/contract/sales/orders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, download, route } from '../../platform/http/route.ts';
import type { Parts } from '../../platform/parts.ts';
import { deriveKey, newToken } from '../../platform/secrets.ts';
import { beginPayment, refresh } from '../checkout/card-payment.ts';
import { createDetailsLane, saveDetails } from '../checkout/details-lane.ts';
import * as service from '../checkout/service.ts';
import { chooseOffline } from '../offline-payments/choose.ts';
import { cancelUnpaid, markPaid } from '../offline-payments/service.ts';
import {
  changeAttendeeAnswers,
  changeOrderAnswers,
  showAttendeeAnswers,
  showOrderAnswers,
} from '../order-answers/service.ts';
import { showOrderDetail } from '../order-views/detail.ts';
import { oneTicket, orderCalendar, orderTickets, publicCalendar } from '../order-views/downloads.ts';
import { ordersCsv } from '../order-views/export.ts';
import { invoiceOfOrder, invoiceOfShortId } from '../order-views/invoices.ts';
import { createReservations } from './lane.ts';
import { reserve } from './service.ts';

const CART_SECONDS = 86_400;

/** The names of a thousand people, or long answers for dozens of them. Anybody may send it, so it is no more than that. */
const DETAILS_LIMIT = 512 * 1024;

/** A caller's network address as orders keep it while they are held: keyed, so that it tells nothing by itself. */
function addressHasher(secret: string): (request: FastifyRequest) => Buffer {
  const key = deriveKey(secret, 'network address');
  return (request) => createHmac('sha256', key).update(addressKey(request)).digest().subarray(0, 16);
}

/** The browser's own cart token, made on its first reservation. */
function cartOf(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
): { cartToken: string; hasCart: boolean } {
  const known = request.cookies[COOKIES.cart];
  const hasCart = known !== undefined && /^[A-Za-z0-9_-]{43}$/.test(known);
  const token = hasCart ? known : newToken();
  reply.setCookie(COOKIES.cart, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: api.config.baseUrl.startsWith('https://'),
    maxAge: CART_SECONDS,
  });
  return { cartToken: token, hasCart };
}

/**
 * Links that lead nowhere are counted for the address, against guessing; those that lead somewhere only for what they
 * show, so that a crowd behind one address may look at its many orders.
 */
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

/**
 * A reservation tries a promo code too. Wrong ones are counted; after too many no code is looked at, good or not, while
 * a crowd that all uses one good code is never in its own way.
 */
async function orCountGuess<T>(api: Api, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  const { promoMiss } = LIMITS_BY_PURPOSE;
  await api.limiters.expectLeft(promoMiss, addressKey(request));
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROMO_CODE_INVALID') {
      await api.limiters.spend(promoMiss, addressKey(request));
    }
    throw error;
  }
}

const perOrder = { limitPer: { limit: LIMITS_BY_PURPOSE.lookup, param: 'orderShortId' } };
const perTicket = { limitPer: { limit: LIMITS_BY_PURPOSE.lookup, param: 'attendeeShortId' } };

export function orderRoutes(api: Api, parts: Parts): void {
  const { provider } = parts;
  const reservations = createReservations(parts);
  const details = createDetailsLane(parts);
  const hashAddress = addressHasher(api.config.secret);
  const limits = LIMITS_BY_PURPOSE;

  route(
    api,
    reserveOrder,
    async ({ ctx, params, body, request, reply, idempotencyKey, requestHash, proof }) => {
      const input = {
        eventId: params.eventId,
        body,
        openedLinks: request.cookies[COOKIES.affiliates],
        ...cartOf(api, request, reply),
        idempotencyKey,
        requestHash,
        addressHash: hashAddress(request),
        hasProof: await proof(),
        isGone: () => request.raw.socket?.destroyed === true,
      };
      const held = () => reserve(ctx, { provider, reservations }, input);
      return { data: body.promoCode === undefined ? await held() : await orCountGuess(api, request, held) };
    },
    { limits: [limits.reserveHard], softLimits: [limits.reserve], proof: 'reserve' },
  );
  route(
    api,
    getOrder,
    async ({ ctx, params, request }) => ({
      data: await orCountMiss(api, request, () => service.getOrder(ctx, params.orderShortId)),
    }),
    perOrder,
  );
  route(
    api,
    saveOrderDetails,
    async ({ ctx, params, body, request, idempotencyKey, requestHash }) => ({
      data: await orCountMiss(api, request, () =>
        saveDetails(ctx, details, { shortId: params.orderShortId, body, idempotencyKey, requestHash }),
      ),
    }),
    { limits: [limits.detailsHard], bodyLimit: DETAILS_LIMIT },
  );
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
    async ({ ctx, params, request, spendSoftly }) => ({
      // Counted only where a payment is opened: the page of one that is under way may be looked at again.
      data: await orCountMiss(api, request, () =>
        beginPayment(ctx, provider, params.orderShortId, () => spendSoftly(limits.payment)),
      ),
    }),
    { limits: [limits.paymentHard], proof: 'payment' },
  );
  route(
    api,
    chooseOfflinePayment,
    async ({ ctx, params, request, spendSoftly }) => ({
      data: await orCountMiss(api, request, () =>
        chooseOffline(ctx, provider, params.orderShortId, () => spendSoftly(limits.payment)),
      ),
    }),
    { limits: [limits.paymentHard], proof: 'payment' },
  );
  route(
    api,
    refreshPayment,
    async ({ ctx, params, request }) => ({
      data: await orCountMiss(api, request, () => refresh(ctx, provider, params.orderShortId)),
    }),
    perOrder,
  );
  route(
    api,
    getIssuedTicket,
    async ({ ctx, params, request }) => ({
      data: await orCountMiss(api, request, () => service.getTicket(ctx, params.attendeeShortId)),
    }),
    perTicket,
  );
  downloadRoutes(api, parts);
  route(api, listOrders, ({ ctx, params, query }) => service.listOrders(ctx, params.eventId, query));
  route(api, getOrderDetail, async ({ ctx, params }) => ({ data: await showOrderDetail(ctx, params) }));
  route(api, markOrderPaid, async ({ ctx, params }) => ({ data: await markPaid(ctx, params) }));
  route(api, cancelUnpaidOrder, async ({ ctx, params, body }) => ({
    data: await cancelUnpaid(ctx, params, body),
  }));
  answerRoutes(api);
}

function answerRoutes(api: Api): void {
  const bodyLimit = DETAILS_LIMIT;
  route(api, getOrderAnswers, async ({ ctx, params }) => ({ data: await showOrderAnswers(ctx, params) }));
  route(api, getAttendeeAnswers, async ({ ctx, params }) => ({
    data: await showAttendeeAnswers(ctx, params),
  }));
  route(
    api,
    updateOrderAnswers,
    async ({ ctx, params, body }) => ({ data: await changeOrderAnswers(ctx, params, body) }),
    { bodyLimit },
  );
  route(
    api,
    updateAttendeeAnswers,
    async ({ ctx, params, body }) => ({ data: await changeAttendeeAnswers(ctx, params, body) }),
    { bodyLimit },
  );
}

/** Files are rendered for each request, and counted as a look at their order. */
function downloadRoutes(api: Api, { files }: Parts): void {
  const order = z.object({ orderShortId });
  const at = (path: string) => `/public${path}`;
  download(
    api,
    { path: at('/orders/:orderShortId/tickets.pdf'), access: 'public', params: order, ...perOrder },
    ({ ctx, params, request }) =>
      orCountMiss(api, request, () => orderTickets(ctx, files, params.orderShortId)),
  );
  download(
    api,
    { path: at('/orders/:orderShortId/invoice.pdf'), access: 'public', params: order, ...perOrder },
    ({ ctx, params, request }) => orCountMiss(api, request, () => invoiceOfShortId(ctx, params.orderShortId)),
  );
  download(
    api,
    {
      path: '/events/:eventId/orders/:orderId/invoice.pdf',
      access: 'orders.read',
      params: z.object({ eventId: pathId, orderId: pathId }),
    },
    ({ ctx, params }) => invoiceOfOrder(ctx, params),
  );
  csvRoute(api, { path: ordersCsvPath(':eventId'), access: 'orders.read' }, ordersCsv);
  download(
    api,
    { path: at('/orders/:orderShortId/calendar.ics'), access: 'public', params: order, ...perOrder },
    ({ ctx, params, request }) => orCountMiss(api, request, () => orderCalendar(ctx, params.orderShortId)),
  );
  download(
    api,
    {
      path: at('/tickets/:attendeeShortId/ticket.pdf'),
      access: 'public',
      params: z.object({ attendeeShortId }),
      ...perTicket,
    },
    ({ ctx, params, request }) =>
      orCountMiss(api, request, () => oneTicket(ctx, files, params.attendeeShortId)),
  );
  download(
    api,
    { path: at('/events/:eventId/calendar.ics'), access: 'public', params: z.object({ eventId: pathId }) },
    ({ ctx, params }) => publicCalendar(ctx, params.eventId),
  );
}
