import type { JobRef } from '../../platform/jobs/job.ts';

/** Works a bulk job off. Payments and holds come first. */
export const bulkWorkRef: JobRef<{ jobId: number }> = { name: 'bulk_work', maxAttempts: 12, priority: 5 };

/** A bulk job is queued once, under this key. */
export const keyOf = (jobId: number): string => `bulk:${jobId}`;
