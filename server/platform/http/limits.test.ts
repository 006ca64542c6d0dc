import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { createLimiters, LIMITS_BY_PURPOSE } from './limits.ts';

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

test('a limit of the installation takes the place of the default', async () => {
  const limiters = createLimiters({ promo: { points: 1, seconds: 60 } });
  await limiters.spend(promo, 'a');
  await expect(limiters.spend(promo, 'a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await limiters.spend(promo, 'b');
});

test('a soft count says by how many it is exceeded, and can be taken back', async () => {
  const limiters = createLimiters({ reserve: { points: 2, seconds: 60 } });
  const overs = [];
  for (let call = 0; call < 4; call += 1) overs.push((await limiters.count(reserve, 'a')).over);
  expect(overs).toEqual([0, 0, 1, 2]);
  await limiters.uncount(reserve, 'a');
  expect((await limiters.count(reserve, 'a')).over).toBe(2);
});
