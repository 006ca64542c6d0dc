import type { Tick } from '../../platform/jobs/job.ts';
import { sendDigests } from './service.ts';

export const digestTicks: Tick[] = [{ name: 'digests', everySeconds: 30, run: sendDigests }];
