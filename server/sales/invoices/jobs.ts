import { z } from 'zod';
import { defineJob, type Schedule } from '../../platform/jobs/job.ts';
import { creditMissed } from './sweep.ts';

const sweep = defineJob({ name: 'credit_missed', payload: z.object({}).loose(), handler: creditMissed });

export const invoiceJobs = [sweep];
export const invoiceSchedules: Schedule[] = [{ job: sweep, crontab: '*/10 * * * *' }];
