import { DIGEST_HOUR, type Digest } from '@entrada/contract/outreach/notifications';
import { nextMoment, type Rhythm } from './rhythm.ts';

/** When a summary comes: each morning, and on Monday. */
export const RHYTHMS: Record<Digest, Rhythm> = {
  daily: { weekday: null, hour: DIGEST_HOUR },
  weekly: { weekday: 1, hour: DIGEST_HOUR },
};

/** The next moment of each summary. Pure. */
export const momentsAfter = (now: Date, timezone: string): Record<Digest, Date> => ({
  daily: nextMoment(now, RHYTHMS.daily, timezone),
  weekly: nextMoment(now, RHYTHMS.weekly, timezone),
});
