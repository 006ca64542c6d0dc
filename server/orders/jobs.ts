import type { Parts } from '../platform/parts.ts';
import type { Job, Schedule } from '../platform/jobs.ts';

export function orderJobs(_parts: Parts): { jobs: Job[]; schedules: Schedule[] } {
  return { jobs: [], schedules: [] };
}
