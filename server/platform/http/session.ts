import { createHmac } from 'node:crypto';
import { COOKIES, HEADERS } from '@entrada/contract/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/environment.ts';
import type { Actor } from '../context.ts';
import { fail } from '../errors.ts';
import { deriveKey, hashToken, sameText } from '../secrets.ts';

/**
 * Finds the user of a session token. Null if the token is unknown or expired, or if its user may no longer
 * sign in.
 */
export type FindSession = (
  tokenHash: Buffer,
) => Promise<Exclude<Actor, { kind: 'anonymous' | 'system' }> | null>;

const isSecure = (config: Config) => config.baseUrl.startsWith('https://');

/** With https, the name of the cookie binds it to this host. */
export function sessionCookieName(config: Config): string {
  return isSecure(config) ? `__Host-${COOKIES.session}` : COOKIES.session;
}

const cookieOptions = (config: Config) => ({ path: '/', sameSite: 'lax', secure: isSecure(config) }) as const;

/** The XSRF token of one session. */
export function xsrfToken(secret: string, sessionToken: string): string {
  return createHmac('sha256', deriveKey(secret, 'xsrf')).update(hashToken(sessionToken)).digest('base64url');
}

/**
 * Stores a new session in the browser: an HttpOnly token and a readable XSRF cookie. A header carries the
 * token for other clients.
 */
export function startBrowserSession(
  reply: FastifyReply,
  config: Config,
  token: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(sessionCookieName(config), token, {
    ...cookieOptions(config),
    httpOnly: true,
    maxAge: maxAgeSeconds,
  });
  reply.setCookie(COOKIES.xsrf, xsrfToken(config.secret, token), {
    ...cookieOptions(config),
    maxAge: maxAgeSeconds,
  });
  reply.header(HEADERS.authToken, token);
}

/** Removes the session from the browser. */
export function endBrowserSession(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookieName(config), { ...cookieOptions(config), httpOnly: true });
  reply.clearCookie(COOKIES.xsrf, cookieOptions(config));
}

/** The session token of a request, and whether a cookie carried it. */
export function tokenOf(
  request: FastifyRequest,
  config: Config,
): { token: string; fromCookie: boolean } | null {
  const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer) return { token: bearer, fromCookie: false };
  const cookie = cookieTokenOf(request, config);
  return cookie === null ? null : { token: cookie, fromCookie: true };
}

/** The session token that the browser of a request keeps. */
export function cookieTokenOf(request: FastifyRequest, config: Config): string | null {
  const cookie = request.cookies[sessionCookieName(config)];
  return cookie && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? cookie : null;
}

/**
 * Finds the caller. If a cookie authenticates a change, the header must carry the XSRF token of the session,
 * so that no other site can make the change. Throws XSRF_MISMATCH. Public calls that act for nobody pass
 * `needsXsrf: false`.
 */
export async function identify(
  request: FastifyRequest,
  config: Config,
  find: FindSession,
  needsXsrf: boolean,
): Promise<Actor> {
  const found = tokenOf(request, config);
  if (!found) return { kind: 'anonymous' };
  const actor = await find(hashToken(found.token));
  if (!actor) return { kind: 'anonymous' };
  if (found.fromCookie && needsXsrf) {
    const given = request.headers[HEADERS.xsrf];
    if (typeof given !== 'string' || !sameText(given, xsrfToken(config.secret, found.token)))
      throw fail('XSRF_MISMATCH');
  }
  return actor;
}
