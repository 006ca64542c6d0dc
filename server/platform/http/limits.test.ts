import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { addressKey, createLimiters, createWindows, LIMITS_BY_PURPOSE } from './limits.ts';

const { loginByAccount, reserve, promo } = LIMITS_BY_PURPOSE;

function setUp() {
  let at = 1_000_000;
  const limiters = createLimiters({}, () => at);
  /** 0: the call may try. Otherwise the seconds to wait. */
  const knock = (key = 'ana@example.com') => {
    try {
      limiters.pause(loginByAccount, key);
      return 0;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return error.retryAfter ?? -1;
      throw error;
    }
  };
  return {
    limiters,
    knock,
    wait: (seconds: number) => {
      at += seconds * 1000;
    },
  };
}

test('five tries are free, then the pauses double up to fifteen minutes and always end', () => {
  const { knock, wait } = setUp();
  expect(Array.from({ length: 5 }, () => knock())).toEqual([0, 0, 0, 0, 0]);
  const pauses: number[] = [];
  for (let round = 0; round < 14; round += 1) {
    const pause = knock();
    pauses.push(pause);
    // A try within a pause does not lengthen the pause.
    expect(knock()).toBe(pause);
    wait(pause);
    expect(knock()).toBe(0);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
});

test('tries are forgotten after an hour of quiet, and at once after a right answer', () => {
  const { knock, wait, limiters } = setUp();
  for (let round = 0; round < 5; round += 1) knock();
  expect(knock()).toBe(1);
  expect(knock('luis@example.com')).toBe(0);
  wait(3601);
  expect(Array.from({ length: 5 }, () => knock())).toEqual([0, 0, 0, 0, 0]);
  expect(knock()).toBe(1);
  limiters.forget(loginByAccount, 'ana@example.com');
  expect(knock()).toBe(0);
});

test('a limit of the installation takes the place of the default', () => {
  const limiters = createLimiters({ promo: { points: 1, seconds: 60 } });
  limiters.spend(promo, 'a');
  expect(() => limiters.spend(promo, 'a')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  limiters.spend(promo, 'b');
});

test('a soft count says by how many it is exceeded, and can be taken back', () => {
  const limiters = createLimiters({ reserve: { points: 2, seconds: 60 } });
  const overs = [];
  for (let call = 0; call < 4; call += 1) overs.push(limiters.count(reserve, 'a').over);
  expect(overs).toEqual([0, 0, 1, 2]);
  limiters.uncount(reserve, 'a');
  expect(limiters.count(reserve, 'a').over).toBe(2);
});

test('a window begins with the first call of its key, ends by itself and holds nobody longer', () => {
  const [points, seconds] = [2, 60];
  let at = 0;
  const limiters = createLimiters({ promo: { points, seconds } }, () => at);
  /** 0: the call is allowed. Otherwise the seconds to wait. */
  const spend = (key: string) => {
    try {
      limiters.spend(promo, key);
      return 0;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return error.retryAfter ?? -1;
      throw error;
    }
  };
  at = 50_000;
  expect([spend('a'), spend('a'), spend('a')]).toEqual([0, 0, 60]);
  // Another key calls on the turn of the windows. It neither ends nor prolongs the window of the first.
  at = 70_000;
  expect(spend('b')).toBe(0);
  at = 109_000;
  expect([spend('a'), spend('b'), spend('b')]).toEqual([1, 0, 21]);
  expect(() => limiters.expectLeft(promo, 'a')).toThrow();
  at = 110_000;
  limiters.expectLeft(promo, 'a');
  expect([spend('a'), spend('b')]).toEqual([0, 20]);
  // After a long silence everything is forgotten.
  at = 900_000;
  expect([spend('a'), spend('b'), spend('a'), spend('a')]).toEqual([0, 0, 0, 60]);
});

test('once nobody has called for a window, none is kept, and until then all that count are', () => {
  vi.useFakeTimers();
  try {
    const windows = createWindows(60_000, () => performance.now());
    const call = (key: string) => {
      windows.findOrOpen(key).count += 1;
    };
    call('a');
    vi.advanceTimersByTime(50_000);
    call('b');
    vi.advanceTimersByTime(59_000);
    expect([windows.size(), windows.find('b')?.count]).toEqual([2, 1]);
    vi.advanceTimersByTime(1000);
    expect([windows.size(), vi.getTimerCount()]).toEqual([0, 0]);
    call('c');
    expect(windows.size()).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(windows.size()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('random calls are counted as one window for each key says', () => {
  const limit = { points: 3, seconds: 10 };
  let at = 0;
  const limiters = createLimiters({ promo: limit }, () => at);
  const expected = new Map<string, { count: number; until: number }>();
  let seed = 11;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let call = 0; call < 5000; call += 1) {
    at += Math.floor(random() * 700);
    const key = `key ${Math.floor(random() * 20)}`;
    let known = expected.get(key);
    if (!known || known.until <= at) known = { count: 0, until: at + limit.seconds * 1000 };
    expected.set(key, known);
    if (random() < 0.2 && known.count > 0) {
      known.count -= 1;
      limiters.uncount(promo, key);
    } else {
      known.count += 1;
      expect(limiters.count(promo, key).over).toBe(Math.max(0, known.count - limit.points));
    }
  }
});

test('the caller of an IPv6 address is its /64, and is asked for once', () => {
  let reads = 0;
  const request = {
    get ip() {
      reads += 1;
      return '2001:db8::1:2:3:4';
    },
  } as FastifyRequest;
  expect(addressKey(request)).toBe('2001:db8:0:0::/64');
  expect(addressKey(request)).toBe('2001:db8:0:0::/64');
  expect(reads).toBe(1);
});
