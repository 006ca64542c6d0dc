import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob, enqueue, type JobCtx } from '../../platform/jobs/job.ts';
import { useTestDatabase } from '../database.ts';
import { jobRuns } from './job-runs.ts';

const { db, pool } = await useTestDatabase();

const log = { warn: () => undefined, error: () => undefined, child: () => log } as unknown as JobCtx['log'];

test('a run that a test left behind ends before its database: its job is recorded, and no other one begins', async () => {
  const began: number[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const probe = defineJob({
    name: 'probe',
    payload: z.object({ n: z.number() }),
    handler: async (_ctx, { n }) => {
      began.push(n);
      await gate;
    },
  });
  for (const n of [1, 2, 3]) await enqueue(db, probe, { n });
  const runs = jobRuns({ pool, db, jobs: [probe], ctx: { db, log } as unknown as JobCtx });
  const left = runs.run();
  await expect.poll(() => began).toEqual([1]);

  let hasEnded = false;
  const end = runs.end().then(() => {
    hasEnded = true;
  });
  await wait(50);
  expect(hasEnded).toBe(false);
  open();
  await Promise.all([end, left]);

  expect(began).toEqual([1]);
  const { rows } = await pool.query(
    'select count(*)::int as waiting, count(locked_at)::int as locked from graphile_worker._private_jobs',
  );
  expect(rows).toEqual([{ waiting: 2, locked: 0 }]);
});
