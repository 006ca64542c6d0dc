import type { Tick } from '../../platform/jobs/job.ts';
import { remind } from './service.ts';

export const reminderTicks: Tick[] = [{ name: 'message_reminders', everySeconds: 15, run: remind }];
