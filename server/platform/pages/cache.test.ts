import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPageCache } from './cache.ts';

type Value = { made: number; bytes: number | null };

function setUp({ maxEntries = 10, maxBytes = 1000 } = {}) {
  let at = 0;
  let made = 0;
  const cache = createPageCache<Value>({
    lifeMs: 900,
    renewMs: 600,
    maxEntries,
    maxBytes,
    now: () => at,
    sizeOf: ({ bytes }) => bytes,
  });
  return {
    cache,
    made: () => made,
    pass: (ms: number) => {
      at += ms;
    },
    ask: (key = 'a', bytes: number | null = 10) =>
      cache.get(key, async () => {
        made += 1;
        return { made, bytes };
      }),
    /** A value whose making ends only when the test says so. */
    begin: (key = 'a') => {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      const value = cache.get(key, () => promise);
      return { value, end: () => resolve({ made: -1, bytes: 10 }), fail: () => reject(new Error('failed')) };
    },
  };
}

describe('life', () => {
  test('a value is given for 900 ms and not for longer', async () => {
    const { ask, begin, pass } = setUp();
    await ask();
    pass(899);
    const next = begin();
    expect((await next.value).made).toBe(1);
    pass(1);
    const waiting = ask();
    next.end();
    expect((await waiting).made).toBe(-1);
  });

  test('one that ends soon is given while the next is made, once', async () => {
    const { ask, made, pass } = setUp();
    await ask();
    pass(599);
    await ask();
    expect(made()).toBe(1);
    pass(1);
    expect((await Promise.all([ask(), ask()])).map((value) => value.made)).toEqual([1, 1]);
    expect(made()).toBe(2);
    expect((await ask()).made).toBe(2);
  });

  test('a next one that fails is nobody’s failure', async () => {
    const { ask, begin, made, pass } = setUp();
    await ask();
    pass(600);
    const next = begin();
    next.fail();
    expect((await next.value).made).toBe(1);
    expect((await ask()).made).toBe(1);
    expect(made()).toBe(2);
  });

  test('it is as old as the beginning of its making', async () => {
    const { ask, begin, pass } = setUp();
    const slow = begin();
    pass(600);
    slow.end();
    await slow.value;
    pass(300);
    expect((await ask()).made).toBe(1);
  });

  test('nobody waits for a making that began too long ago, and its value does not replace a younger one', async () => {
    const { ask, begin, pass } = setUp();
    const slow = begin();
    pass(900);
    expect((await ask()).made).toBe(1);
    slow.end();
    expect((await slow.value).made).toBe(-1);
    expect((await ask()).made).toBe(1);
  });

  test('a clock that went back makes nothing younger', async () => {
    const { ask, pass } = setUp();
    await ask();
    pass(-1);
    expect((await ask()).made).toBe(2);
  });

  test('what a value says is never older than its life, however slowly values are made', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 700 }) }),
      fc.record({ kind: fc.constant('ask' as const) }),
      fc.record({ kind: fc.constant('finish' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let at = 0;
        const open: (() => void)[] = [];
        const asked: { at: number; value: Promise<{ readAt: number }> }[] = [];
        const cache = createPageCache<{ readAt: number }>({
          lifeMs: 900,
          renewMs: 600,
          maxEntries: 2,
          maxBytes: 100,
          now: () => at,
          sizeOf: () => 1,
        });
        for (const one of steps) {
          if (one.kind === 'pass') at += one.ms;
          else if (one.kind === 'finish') open.shift()?.();
          else {
            const value = cache.get('a', () => {
              const readAt = at;
              return new Promise((done) => open.push(() => done({ readAt })));
            });
            asked.push({ at, value });
          }
          await new Promise((done) => setImmediate(done));
        }
        for (const end of open) end();
        for (const { at: askedAt, value } of asked) expect(askedAt - (await value).readAt).toBeLessThan(900);
      }),
      { numRuns: 60 },
    );
  });
});

describe('many at once', () => {
  test('wait for one making', async () => {
    const { ask, made } = setUp();
    const all = await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(new Set(all.map((value) => value.made))).toEqual(new Set([1]));
    expect(made()).toBe(1);
  });

  test('fail with it once; the next to ask makes it anew', async () => {
    const { ask, begin } = setUp();
    const failing = begin();
    const others = [ask(), ask()];
    failing.fail();
    const results = await Promise.allSettled([failing.value, ...others]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await ask()).made).toBe(1);
  });

  test('get what is not kept, and the next to ask another', async () => {
    const { ask, cache } = setUp();
    const both = await Promise.all([ask('a', null), ask('a', null)]);
    expect(both.map((value) => value.made)).toEqual([1, 1]);
    expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
    expect((await ask('a', null)).made).toBe(2);
  });
});

describe('bounds', () => {
  test('the oldest of too many leaves', async () => {
    const { ask, cache, made } = setUp({ maxEntries: 3 });
    for (const key of ['a', 'b', 'c', 'd']) await ask(key);
    expect(cache.size()).toEqual({ entries: 3, bytes: 30 });
    for (const key of ['b', 'c', 'd']) await ask(key);
    expect(made()).toBe(4);
    expect((await ask('a')).made).toBe(5);
  });

  test('as many leave as the bytes of a new one need; one larger than all is not kept', async () => {
    const { ask, cache } = setUp({ maxBytes: 100 });
    for (const key of ['a', 'b', 'c']) await ask(key, 30);
    await ask('d', 60);
    expect(cache.size()).toEqual({ entries: 2, bytes: 90 });
    await ask('e', 101);
    expect(cache.size()).toEqual({ entries: 2, bytes: 90 });
    await ask('f', 100);
    expect(cache.size()).toEqual({ entries: 1, bytes: 100 });
  });

  test('what is over leaves when something comes', async () => {
    const { ask, cache, pass } = setUp();
    for (const key of ['a', 'b', 'c']) await ask(key);
    pass(900);
    await ask('d');
    expect(cache.size()).toEqual({ entries: 1, bytes: 10 });
  });
});
