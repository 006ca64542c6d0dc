import type { JobRef } from '../../platform/jobs/job.ts';

/** Does what follows from calling an event off or moving it. */
export const eventChangeRef: JobRef<{ changeId: number }> = {
  name: 'event_change',
  maxAttempts: 12,
  priority: 5,
};

/** A change is queued once, under this key. */
export const keyOf = (changeId: number): string => `event-change:${changeId}`;
