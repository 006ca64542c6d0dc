import { isIPv6 } from 'node:net';
import type { ErrorCode } from '@entrada/contract/errors';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITS_BY_PURPOSE, type Limit, type RateLimits } from '../../config/rate-limits.ts';
import { AppError, fail } from '../errors.ts';

export { LIMITS_BY_PURPOSE, type Limit };

export type Limiters = {
  /** Counts one call; throws RATE_LIMITED with Retry-After when there were too many. */
  spend: (limit: Limit, key: string) => Promise<void>;
  /** Counts nothing; throws RATE_LIMITED where as many calls were counted as there may be. */
  expectLeft: (limit: Limit, key: string) => Promise<void>;
  /** Counts one call; answers by how many it is beyond the limit (0: within) and when the count begins anew. */
  count: (limit: Limit, key: string) => Promise<{ over: number; secondsLeft: number }>;
  /** Takes one call back, as where it was not let through. */
  uncount: (limit: Limit, key: string) => Promise<void>;
  /**
   * Counts one try that may be wrong. Beyond `points` of them each costs a pause that doubles from a second to
   * `limit.seconds`: within it RATE_LIMITED, after it one more try. Never a lock for good: what is asked within a pause
   * does not lengthen it, and `forget` (a right answer) or quiet ends it.
   */
  pause: (limit: Limit, key: string) => void;
  /** Gives every try back, as after a successful login. */
  forget: (limit: Limit, key: string) => void;
};

type Tries = { count: number; until: number; forgetAt: number };

/** Tries are forgotten after so long without one, and at least twice the longest pause. */
const QUIET_MS = 3_600_000;
const SWEEP_EVERY = 1000;

/** Counts in this process's memory; one instance for each application. `overrides` take the place of defaults by name. */
export function createLimiters(overrides: RateLimits = {}, now: () => number = Date.now): Limiters {
  const limiters = new Map<string, RateLimiterMemory>();
  const tries = new Map<string, Tries>();
  let sinceSweep = 0;
  const actual = (limit: Limit): Limit => ({ ...limit, ...overrides[limit.name] });
  const of = (limit: Limit) => {
    const known = limiters.get(limit.name);
    if (known) return known;
    const { points, seconds } = actual(limit);
    const made = new RateLimiterMemory({ keyPrefix: limit.name, points, duration: seconds });
    limiters.set(limit.name, made);
    return made;
  };
  const sweep = () => {
    sinceSweep += 1;
    if (sinceSweep < SWEEP_EVERY) return;
    sinceSweep = 0;
    for (const [key, known] of tries) if (known.forgetAt <= now()) tries.delete(key);
  };
  return {
    spend: async (limit, key) => {
      try {
        await of(limit).consume(key);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) {
          throw fail('RATE_LIMITED', { retryAfter: Math.max(1, refusal.msBeforeNext / 1000) });
        }
        throw refusal;
      }
    },
    expectLeft: async (limit, key) => {
      const known = await of(limit).get(key);
      if (known && known.consumedPoints >= actual(limit).points)
        throw fail('RATE_LIMITED', { retryAfter: Math.max(1, known.msBeforeNext / 1000) });
    },
    count: async (limit, key) => {
      const { consumedPoints, msBeforeNext } = await of(limit).penalty(key);
      return {
        over: Math.max(0, consumedPoints - actual(limit).points),
        secondsLeft: Math.max(1, msBeforeNext / 1000),
      };
    },
    uncount: async (limit, key) => {
      await of(limit).reward(key);
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
      // The pause follows the last free try, and every later one.
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

/** Calls that end in one of these errors are counted for the caller's address, against guessing; all others are not. */
export type Misses = { limit: Limit; codes: readonly ErrorCode[] };

/** Runs a call, and counts it where it is a miss. Throws what the call throws; RATE_LIMITED after too many misses. */
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
    if (isMiss) await limiters.spend(limit, addressKey(request));
    throw error;
  }
}

/** Links that lead nowhere. Those that lead somewhere are not among them, so that a crowd behind one address may look at its many orders. */
export const LINK_MISSES: Misses = {
  limit: LIMITS_BY_PURPOSE.lookupMiss,
  codes: ['ORDER_NOT_FOUND', 'NOT_FOUND'],
};

/** The limits of looking at one thing by its link; `param` is the link's part of the address. */
export const byLink = (param: string) => ({
  misses: LINK_MISSES,
  limitPer: { limit: LIMITS_BY_PURPOSE.lookup, param },
});

/** In bytes: the names of a thousand people, or long answers for dozens of them. Anybody may send it, so it is no more. */
export const LONG_BODY_BYTES = 512 * 1024;

/** The caller's address; an IPv6 one by its /64, which is what one customer gets. */
export function addressKey(request: FastifyRequest): string {
  const address = request.ip;
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return `${groups.slice(0, 4).join(':')}::/64`;
}
