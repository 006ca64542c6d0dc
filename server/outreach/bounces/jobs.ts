import { z } from 'zod';
import { defineJob, type Schedule } from '../../platform/jobs/job.ts';
import { readBounces } from './reading/work.ts';

const read = defineJob({
  name: 'read_bounces',
  payload: z.object({}).loose(),
  // The next one comes in a minute.
  maxAttempts: 1,
  handler: (ctx) => readBounces(ctx),
});

export const bounceJobs = [read];
export const bounceSchedules: Schedule[] = [{ job: read, crontab: '* * * * *' }];
