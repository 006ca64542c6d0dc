import { COOKIES } from '@entrada/contract/constants';
import type { FastifyRequest } from 'fastify';

/** The cart token of the browser that asks; null if it has none, or one that is none of ours. */
export function readCart(request: FastifyRequest): string | null {
  const cookie = request.cookies[COOKIES.cart];
  return cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? cookie : null;
}
