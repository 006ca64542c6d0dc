import type { Tx } from '../../db/client.ts';
import type { Db } from '../../platform/context.ts';
import { enqueue, type JobRef } from '../../platform/jobs/job.ts';

/** The job that makes the file of a run and mails its link. Payments and orders go first. */
export const exportRunRef: JobRef<{ runId: number }> & { maxAttempts: number } = {
  name: 'export_run',
  maxAttempts: 8,
  priority: 10,
};

/** Queues the job of a run. A second call while it waits changes nothing. */
export const queueRun = (tx: Tx | Db, runId: number): Promise<void> =>
  enqueue(tx, exportRunRef, { runId }, { key: `export_run:${runId}` });
