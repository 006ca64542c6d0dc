import type { Digest } from '@entrada/contract/outreach/notifications';
import { momentBefore } from '../../../outreach/notifications/core/rhythm.ts';
import { RHYTHMS } from '../../../outreach/notifications/core/rhythms.ts';

/** What a summary covers: from one of its moments until the next, and as long before that. */
export type Period = { before: Date; from: Date; until: Date };

/** The period of the summary that is due at a moment. Each instant is in one period, whatever the clock does. Pure. */
export function periodUntil(until: Date, which: Digest, timezone: string): Period {
  const ago = (times: number) => momentBefore(until, RHYTHMS[which], timezone, times);
  return { before: ago(2), from: ago(1), until };
}
