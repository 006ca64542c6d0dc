import { isIPv6 } from 'node:net';
import type { ErrorCode } from '@entrada/contract/errors';
import type { FastifyRequest } from 'fastify';
import { LIMITS_BY_PURPOSE, type Limit, type RateLimits } from '../../config/rate-limits.ts';
import { AppError, fail } from '../errors.ts';

export { LIMITS_BY_PURPOSE, type Limit };

export type Limiters = {
  /** Counts one call. Throws RATE_LIMITED with Retry-After if there were too many. */
  spend: (limit: Limit, key: string) => void;
  /** Counts nothing. Throws RATE_LIMITED if the limit is already reached. */
  expectLeft: (limit: Limit, key: string) => void;
  /**
   * Counts one call, or as many `points`. `over` is the number of calls beyond the limit (0: within it).
   * `secondsLeft` is the time until the count starts again.
   */
  count: (limit: Limit, key: string, points?: number) => { over: number; secondsLeft: number };
  /** Takes them back, for example because the call was refused. */
  uncount: (limit: Limit, key: string, points?: number) => void;
  /**
   * Counts one try that may be wrong. The last of `points` free tries and each later try start a pause. The
   * pauses double from one second up to `limit.seconds`. Within a pause the call throws RATE_LIMITED. After
   * the pause one more try is allowed. Nobody is locked out forever: a try within a pause does not lengthen
   * it. `forget` (after a right answer) or a time without tries ends the pauses.
   */
  pause: (limit: Limit, key: string) => void;
  /** Forgets every try, for example after a successful login. */
  forget: (limit: Limit, key: string) => void;
};

type Tries = { count: number; until: number; forgetAt: number };

/** Tries are forgotten after this time without a new one, but not before twice the longest pause. */
const QUIET_MS = 3_600_000;
const SWEEP_EVERY = 1000;

type Window = { count: number; until: number };

/**
 * The calls of each key within a window, which begins with the key's first call. A timer for each address cost more than the
 * counting. Two maps change places instead when a window has passed, so that the older one, in which nothing is valid any
 * more, is dropped as a whole. One timer forgets both when nobody has opened a window for so long, so that a process at rest
 * does not keep the addresses of a whole sale. `size`: how many windows are kept.
 */
export function createWindows(ms: number, now: () => number) {
  let [current, older] = [new Map<string, Window>(), new Map<string, Window>()];
  let turnAt = now() + ms;
  let newest = 0;
  let isWaiting = false;
  const wait = (left: number) => {
    isWaiting = true;
    setTimeout(forget, left).unref();
  };
  const forget = () => {
    isWaiting = false;
    const left = newest + ms - now();
    if (left > 0) wait(left);
    else [current, older] = [new Map(), new Map()];
  };
  const find = (key: string): Window | undefined => {
    const known = current.get(key) ?? older.get(key);
    return known && known.until > now() ? known : undefined;
  };
  const open = (key: string): Window => {
    const at = now();
    if (at >= turnAt) {
      older = at >= turnAt + ms ? new Map() : current;
      current = new Map();
      turnAt = at + ms;
    }
    const made = { count: 0, until: at + ms };
    current.set(key, made);
    newest = at;
    if (!isWaiting) wait(ms);
    return made;
  };
  return {
    find,
    findOrOpen: (key: string) => find(key) ?? open(key),
    size: () => current.size + older.size,
  };
}

/**
 * Counts in the memory of this process. Each application has its own instance. `overrides` replace defaults
 * by name. `now` is in milliseconds and never goes back.
 */
export function createLimiters(
  overrides: RateLimits = {},
  now: () => number = () => performance.now(),
): Limiters {
  type Counted = ReturnType<typeof createWindows> & { points: number };
  const limits = new Map<string, Counted>();
  const tries = new Map<string, Tries>();
  let sinceSweep = 0;
  const actual = (limit: Limit): Limit => ({ ...limit, ...overrides[limit.name] });
  const of = (limit: Limit): Counted => {
    const known = limits.get(limit.name);
    if (known) return known;
    const { points, seconds } = actual(limit);
    const made = { points, ...createWindows(seconds * 1000, now) };
    limits.set(limit.name, made);
    return made;
  };
  const secondsLeft = (window: Window) => Math.max(1, (window.until - now()) / 1000);
  const sweep = () => {
    sinceSweep += 1;
    if (sinceSweep < SWEEP_EVERY) return;
    sinceSweep = 0;
    for (const [key, known] of tries) if (known.forgetAt <= now()) tries.delete(key);
  };
  return {
    spend: (limit, key) => {
      const { points, findOrOpen } = of(limit);
      const window = findOrOpen(key);
      window.count += 1;
      if (window.count > points) throw fail('RATE_LIMITED', { retryAfter: secondsLeft(window) });
    },
    expectLeft: (limit, key) => {
      const { points, find } = of(limit);
      const window = find(key);
      if (window && window.count >= points) throw fail('RATE_LIMITED', { retryAfter: secondsLeft(window) });
    },
    count: (limit, key, points = 1) => {
      const { points: most, findOrOpen } = of(limit);
      const window = findOrOpen(key);
      window.count += points;
      return { over: Math.max(0, window.count - most), secondsLeft: secondsLeft(window) };
    },
    uncount: (limit, key, points = 1) => {
      const window = of(limit).find(key);
      if (window) window.count -= points;
    },
    pause: (limit, key) => {
      sweep();
      const { points, seconds } = actual(limit);
      const id = `${limit.name} ${key}`;
      const at = now();
      const known = tries.get(id);
      const before = known && known.forgetAt > at ? known : { count: 0, until: 0 };
      if (before.until > at) throw fail('RATE_LIMITED', { retryAfter: (before.until - at) / 1000 });
      const count = before.count + 1;
      // A pause follows the last free try and every later try.
      const pauseMs = count < points ? 0 : Math.min(seconds, 2 ** Math.min(count - points, 30)) * 1000;
      tries.set(id, {
        count,
        until: at + pauseMs,
        forgetAt: at + Math.max(QUIET_MS, 2 * seconds * 1000),
      });
    },
    forget: (limit, key) => {
      tries.delete(`${limit.name} ${key}`);
    },
  };
}

/**
 * Calls that end with one of these errors count for the caller's address, against guessing. Other calls do
 * not count.
 */
export type Misses = { limit: Limit; codes: readonly ErrorCode[] };

/**
 * Runs a call and counts it if it is a miss. Throws what the call throws. Throws RATE_LIMITED after too many
 * misses.
 */
export async function countMisses<T>(
  limiters: Limiters,
  request: FastifyRequest,
  { limit, codes }: Misses,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isMiss = error instanceof AppError && codes.includes(error.code);
    if (isMiss) limiters.spend(limit, addressKey(request));
    throw error;
  }
}

/**
 * Calls with a link that does not exist. Valid links do not count, so that a crowd behind one address can
 * open its many orders.
 */
export const LINK_MISSES: Misses = {
  limit: LIMITS_BY_PURPOSE.lookupMiss,
  codes: ['ORDER_NOT_FOUND', 'NOT_FOUND'],
};

/** The limits for reading one thing by its link. `param` is the link's part of the address. */
export const byLink = (param: string) => ({
  misses: LINK_MISSES,
  limitPer: { limit: LIMITS_BY_PURPOSE.lookup, param },
});

/**
 * In bytes. Enough for the names of a thousand people, or for long answers of dozens of people. Anybody may
 * send such a body, so the limit is not higher.
 */
export const LONG_BODY_BYTES = 512 * 1024;

const ADDRESS = Symbol('address of the caller');

/**
 * The caller's address. An IPv6 address counts by its /64, because one customer gets a whole /64. A request asks for it
 * several times, and reading it anew goes through the proxies each time, so the request keeps it.
 */
export function addressKey(request: FastifyRequest & { [ADDRESS]?: string }): string {
  request[ADDRESS] ??= toAddressKey(request.ip);
  return request[ADDRESS];
}

function toAddressKey(address: string): string {
  // The pattern of IPv6 is long, and most callers come by IPv4.
  if (!address.includes(':') || !isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return `${groups.slice(0, 4).join(':')}::/64`;
}
