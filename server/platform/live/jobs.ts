import type { Tick } from '../jobs/job.ts';
import { trimFeed } from './queries.ts';

/** Keeps the feed short. */
export const liveTicks: Tick[] = [
  { name: 'trim_live_feed', everySeconds: 60, run: ({ db }) => trimFeed(db) },
];
