import { z } from 'zod';
import { defineJob, type Schedule } from '../../platform/jobs/job.ts';
import { importGuests } from './service.ts';
import { runImport, sweepImports } from './work.ts';

const run = defineJob({
  name: importGuests.name,
  payload: z.object({ importId: z.number() }),
  maxAttempts: importGuests.maxAttempts ?? 4,
  handler: (ctx, { importId }, { isLast }) => runImport(ctx, importId, isLast),
});

const sweep = defineJob({ name: 'sweep_imports', payload: z.object({}).loose(), handler: sweepImports });

export const importJobs = [run, sweep];
export const importSchedules: Schedule[] = [{ job: sweep, crontab: '*/5 * * * *' }];
