import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { createLane, type Waiting } from './lane.ts';

type Batch = readonly Waiting<number, number>[];

/** A lane whose batches the test lets through one at a time. */
function gatedLane(options: { maxBatch?: number; maxWaiting?: number; maxWaitMs?: number } = {}) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const lane = createLane<number, number>({
    ...options,
    run: async (batch: Batch) => {
      batches.push(batch.map((one) => one.request));
      await new Promise<void>((open) => gates.push(open));
      for (const { request, answer, refuse } of batch) {
        if (request < 0) refuse(new Error(`no ${request}`));
        else if (request > 0) answer(request * 2);
      }
    },
  });
  const letThrough = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()?.();
  };
  return { lane, batches, letThrough };
}

test('an idle lane starts at once; what arrives meanwhile is the next batch, in its order', async () => {
  const { lane, batches, letThrough } = gatedLane({ maxBatch: 3 });
  const first = lane.submit(1);
  await expect.poll(() => batches.length).toBe(1);
  const more = [2, 3, 4, 5].map((n) => lane.submit(n));
  expect(lane.waiting()).toBe(4);
  await letThrough();
  expect(await first).toBe(2);
  await letThrough();
  await letThrough();
  expect(await Promise.all(more)).toEqual([4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test('each request has its own answer, and none is left without one', async () => {
  const { lane, letThrough } = gatedLane();
  const outcomes = Promise.allSettled([1, -1, 0].map((n) => lane.submit(n)));
  await letThrough();
  expect(
    (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
  ).toEqual([2, 'Error: no -1', 'Error: A request of a batch was left without an answer']);
});

test('a crowd is answered in several turns of the event loop, so that others come in between', async () => {
  const lane = createLane<number, number>({
    run: async (batch) => {
      for (const { request, answer } of batch) answer(request);
    },
  });
  let [now, isOver] = [0, false];
  const answeredIn: number[] = [];
  const crowd = Array.from({ length: 400 }, async (_, nth) => {
    expect(await lane.submit(nth)).toBe(nth);
    answeredIn.push(now);
  });
  const count = async () => {
    for (; !isOver; now += 1) await turn();
  };
  const counting = count();
  await Promise.all(crowd);
  isOver = true;
  await counting;
  const perTurn = [...Map.groupBy(answeredIn, (at) => at).values()].map((all) => all.length);
  expect(Math.max(...perTurn)).toBeLessThan(100);
});

test('a batch that throws refuses its own requests and not the next', async () => {
  let runs = 0;
  const lane = createLane<number, number>({
    run: async (batch) => {
      runs += 1;
      if (runs === 1) throw new Error('broken');
      for (const { answer } of batch) answer(1);
    },
  });
  await expect(lane.submit(1)).rejects.toThrow('broken');
  expect(await lane.submit(2)).toBe(1);
});

test('a full lane refuses honestly, with when to come again', async () => {
  const { lane, batches, letThrough } = gatedLane({ maxWaiting: 2 });
  const first = lane.submit(1);
  await expect.poll(() => batches.length).toBe(1);
  const waiting = [lane.submit(2), lane.submit(3)];
  const refusal = await lane.submit(4).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'UNAVAILABLE' });
  expect((refusal as AppError).retryAfter).toBeGreaterThanOrEqual(1);
  await letThrough();
  await letThrough();
  expect(await Promise.all([first, ...waiting])).toEqual([2, 4, 6]);
});

test('who left or waited too long is not begun', async () => {
  const { lane, batches, letThrough } = gatedLane({ maxWaitMs: 60_000 });
  const first = lane.submit(1);
  await expect.poll(() => batches.length).toBe(1);
  const gone = lane.submit(2, { isGone: () => true }).catch((error: unknown) => error);
  const stays = lane.submit(3);
  await letThrough();
  await letThrough();
  expect(await Promise.all([first, stays])).toEqual([2, 6]);
  expect(await gone).toBeInstanceOf(AppError);
  expect(batches).toEqual([[1], [3]]);

  const hasty = gatedLane({ maxWaitMs: -1 });
  await expect(hasty.lane.submit(1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test.each([
  { rests: true, order: ['batch of 3', 'answered', 'batch of 1'] },
  { rests: false, order: ['batch of 3', 'batch of 1', 'answered'] },
])('a batch that rests ($rests) lets the next begin only when its answers have left', async (wanted) => {
  const order: string[] = [];
  const asked: Promise<unknown>[] = [];
  const ask = (nth: number) => void asked.push(lane.submit(nth));
  const lane = createLane<number, number>({
    run: async (batch, rest) => {
      order.push(`batch of ${batch.length}`);
      if (batch.length === 3) ask(4);
      for (const { request, answer } of batch) answer(request);
      if (wanted.rests) rest();
    },
  });
  for (const nth of [1, 2, 3]) ask(nth);
  await asked[0];
  order.push('answered');
  await Promise.all(asked);
  expect(order).toEqual(wanted.order);
});
