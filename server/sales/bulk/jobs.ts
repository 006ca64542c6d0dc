import { z } from 'zod';
import { defineJob, enqueue, type Job, type Tick } from '../../platform/jobs/job.ts';
import type { BulkAction } from './actions/action.ts';
import { bulkWorkRef, keyOf } from './job-ref.ts';
import { findForgotten, giveUp } from './queries.ts';
import { workOff } from './work.ts';

/** The job that works a bulk job off. `actions` are those of every noun. */
export function bulkJobs(actions: readonly BulkAction[]): Job[] {
  const byKind = new Map(actions.map((action) => [action.kind, action]));
  return [
    defineJob({
      ...bulkWorkRef,
      payload: z.object({ jobId: z.number() }),
      handler: async (ctx, { jobId }, attempt) => {
        try {
          await workOff(ctx, byKind, jobId);
        } catch (error) {
          if (attempt.isLast) await giveUp(ctx.db, jobId);
          throw error;
        }
      },
    }),
  ];
}

/** Queues jobs again that nothing will work off any more, because crashes used up their tries. */
export const bulkTicks: Tick[] = [
  {
    name: 'forgotten_bulk_jobs',
    everySeconds: 60,
    run: async ({ db }) => {
      for (const jobId of await findForgotten(db))
        await enqueue(db, bulkWorkRef, { jobId }, { key: keyOf(jobId) });
    },
  },
];
