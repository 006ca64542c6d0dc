import { z } from 'zod';
import { defineJob, type JobCtx, type Schedule, type Tick } from '../../platform/jobs/job.ts';
import { sweepPayments } from '../checkout/sweep.ts';
import { sweepUnpaid } from '../offline-payments/sweep.ts';
import { sweepRefunds } from '../refunds/sweep.ts';
import { forgetLeftHolds } from './queries.ts';
import { sweepOverdue } from './sweep.ts';

/** The jobs that run by time alone: they end overdue orders and repeat what earlier tries could not finish. */
export async function sweepHolds(ctx: JobCtx): Promise<void> {
  await sweepOverdue(ctx);
  await forgetLeftHolds(ctx.db);
  await sweepPayments(ctx);
  await sweepUnpaid(ctx);
  await sweepRefunds(ctx);
}

const sweep = defineJob({ name: 'sweep_holds', payload: z.object({}).loose(), handler: sweepHolds });

export const reservationJobs = [sweep];
export const reservationSchedules: Schedule[] = [{ job: sweep, crontab: '* * * * *' }];
/** So that overdue holds end within a second or two. */
export const reservationTicks: Tick[] = [{ name: 'sweep_overdue', everySeconds: 1, run: sweepOverdue }];
