import type { Tick } from '../../platform/jobs/job.ts';
import { foldLoose } from './service.ts';

/** Keeps the figures of the doors few. */
export const doorDayTicks: Tick[] = [{ name: 'fold_door_figures', everySeconds: 60, run: foldLoose }];
