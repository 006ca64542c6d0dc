import { z } from 'zod';
import { defineJob, enqueue, type Job, type JobCtx, type Tick } from '../../platform/jobs/job.ts';
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

/**
 * Queues jobs again whose job of the queue is lost. One whose last try ended with its process is over as failed: its rows
 * may be what ends it. What was done stays, and whoever began it sees that it stopped and can begin it for the others.
 */
export async function queueForgotten({ db, log }: Pick<JobCtx, 'db' | 'log'>): Promise<void> {
  for (const { id: jobId, isSpent } of await findForgotten(db)) {
    if (!isSpent) {
      await enqueue(db, bulkWorkRef, { jobId }, { key: keyOf(jobId) });
      continue;
    }
    await giveUp(db, jobId);
    log.error({ jobId }, 'the last try of a bulk job ended with its process');
  }
}

export const bulkTicks: Tick[] = [{ name: 'forgotten_bulk_jobs', everySeconds: 60, run: queueForgotten }];
