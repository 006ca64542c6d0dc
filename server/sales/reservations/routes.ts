import { COOKIES } from '@entrada/contract/constants';
import { abandonOrder, extendOrder, reserveOrder } from '@entrada/contract/sales/checkout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCart } from '../../platform/http/cart.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { addressKey, countMisses, LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { deriveKey, hashText, newToken } from '../../platform/secrets.ts';
import type { KnowsBrowser } from '../orders/core/types.ts';
import { createReservations } from './lane.ts';
import { abandon, extendHold, reserve } from './service.ts';

const CART_SECONDS = 86_400;

/**
 * Hashes a caller's network address as orders keep it while they are held: 16 bytes in hexadecimal letters. The hash
 * begins with a key of fixed length, so it reveals nothing by itself, and only half of it is kept, so nobody can go on
 * from it. HMAC would cost eight times as much, on the hot path.
 */
function addressHasher(secret: string): (request: FastifyRequest) => string {
  const key = deriveKey(secret, 'network address');
  return (request) => hashText(`${key} ${addressKey(request)}`).slice(0, 32);
}

/** The browser's own cart token, made on its first reservation. */
function cartOf(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
): { cartToken: string; hasCart: boolean } {
  const known = readCart(request);
  const token = known ?? newToken();
  reply.setCookie(COOKIES.cart, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: api.config.baseUrl.startsWith('https://'),
    maxAge: CART_SECONDS,
  });
  return { cartToken: token, hasCart: known !== null };
}

/**
 * A reservation also tries a promo code. Only wrong codes are counted. After too many, no code is accepted, right or
 * wrong. A crowd that uses one right code never blocks itself.
 */
async function countGuesses<T>(api: Api, request: FastifyRequest, call: () => Promise<T>): Promise<T> {
  const { promoMiss: limit } = LIMITS_BY_PURPOSE;
  api.limiters.expectLeft(limit, addressKey(request));
  return countMisses(api.limiters, request, { limit, codes: ['PROMO_CODE_INVALID'] }, call);
}

/** Routes to hold tickets, and to extend or leave a hold. */
export function reservationRoutes(api: Api, parts: Resources, knowsBrowser: KnowsBrowser): void {
  const { provider } = parts;
  const reservations = createReservations(parts);
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
        ownHost: request.host,
        isGone: () => request.raw.socket?.destroyed === true,
      };
      const held = () => reserve(ctx, { provider, reservations, knowsBrowser }, input);
      return { data: body.promoCode === undefined ? await held() : await countGuesses(api, request, held) };
    },
    { limits: [limits.reserveHard], softLimits: [limits.reserve], proof: 'reserve' },
  );
  const misses = LINK_MISSES;
  route(
    api,
    extendOrder,
    async (call) => {
      const { orderShortId } = call.params;
      return {
        data: await extendHold(call.ctx, orderShortId, notedKey(`order extend ${orderShortId}`, call)),
      };
    },
    { misses },
  );
  route(
    api,
    abandonOrder,
    async (call) => {
      const { orderShortId } = call.params;
      await abandon(call.ctx, provider, orderShortId, notedKey(`order abandon ${orderShortId}`, call));
      return undefined;
    },
    { misses },
  );
}
