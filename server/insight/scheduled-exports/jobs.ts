import { z } from 'zod';
import { defineJob, type Schedule, type Tick } from '../../platform/jobs/job.ts';
import { exportRunRef } from './job-ref.ts';
import { beginDue, makeRun, queueForgotten, tidyUp } from './runs.ts';

const run = defineJob({
  ...exportRunRef,
  payload: z.object({ runId: z.number() }),
  handler: (ctx, { runId }, { isLast }) => makeRun(ctx, runId, isLast),
});

const tidy = defineJob({ name: 'tidy_exports', payload: z.object({}).loose(), handler: tidyUp });

export const scheduledExportJobs = [run, tidy];
export const scheduledExportSchedules: Schedule[] = [{ job: tidy, crontab: '*/10 * * * *' }];
export const scheduledExportTicks: Tick[] = [
  { name: 'due_exports', everySeconds: 15, run: beginDue },
  { name: 'forgotten_exports', everySeconds: 60, run: queueForgotten },
];
