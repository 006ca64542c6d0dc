import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '../errors.ts';

/** At most `points` calls in `seconds` for one caller. */
export type Limit = { name: string; points: number; seconds: number };

export type Limiters = {
  /** Counts one call; throws RATE_LIMITED with Retry-After when there were too many. */
  spend: (limit: Limit, key: string) => Promise<void>;
  /** Gives every call back, as after a successful login. */
  forget: (limit: Limit, key: string) => Promise<void>;
};

/** The defaults of the installation; venues and schools share one address, so none of these is tight for a crowd. */
export const LIMITS_BY_PURPOSE = {
  publicRead: { name: 'public-read', points: 300, seconds: 60 },
  register: { name: 'register', points: 5, seconds: 3600 },
  loginByAddress: { name: 'login-address', points: 30, seconds: 600 },
  loginByEmail: { name: 'login-email', points: 5, seconds: 60 },
  resetByEmail: { name: 'reset-email', points: 3, seconds: 3600 },
  resetByAddress: { name: 'reset-address', points: 10, seconds: 3600 },
  confirmationMail: { name: 'confirmation-mail', points: 5, seconds: 3600 },
  promo: { name: 'promo', points: 20, seconds: 60 },
  lookup: { name: 'lookup', points: 60, seconds: 60 },
  lookupMiss: { name: 'lookup-miss', points: 30, seconds: 60 },
  reserve: { name: 'reserve', points: 60, seconds: 60 },
  payment: { name: 'payment', points: 60, seconds: 3600 },
  doorRead: { name: 'door-read', points: 3000, seconds: 60 },
  doorWrite: { name: 'door-write', points: 2400, seconds: 60 },
  files: { name: 'files', points: 3000, seconds: 60 },
  scan: { name: 'scan', points: 120, seconds: 60 },
  upload: { name: 'upload', points: 30, seconds: 3600 },
} as const satisfies Record<string, Limit>;

/** Counts in this process's memory; one instance for each application. */
export function createLimiters(): Limiters {
  const limiters = new Map<string, RateLimiterMemory>();
  const of = (limit: Limit) => {
    const known = limiters.get(limit.name);
    if (known) return known;
    const made = new RateLimiterMemory({
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
    });
    limiters.set(limit.name, made);
    return made;
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
    forget: async (limit, key) => {
      await of(limit).delete(key);
    },
  };
}

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
