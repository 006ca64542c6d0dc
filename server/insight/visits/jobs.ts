import type { Tick } from '../../platform/jobs/job.ts';
import { forgetVisitors } from './queries.ts';

/** Destroys what tells visitors apart when its day is over. */
export const visitTicks: Tick[] = [
  { name: 'forget_visitors', everySeconds: 60, run: ({ db }) => forgetVisitors(db) },
];
