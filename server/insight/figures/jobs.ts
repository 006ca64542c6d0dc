import type { Tick } from '../../platform/jobs/job.ts';
import { foldLoose } from './service.ts';

/** Keeps the daily figures few. */
export const figureTicks: Tick[] = [{ name: 'fold_figures', everySeconds: 60, run: foldLoose }];
