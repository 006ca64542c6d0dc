import { DAY_MS } from '@entrada/contract/constants';
import type { ErrorCode } from '@entrada/contract/errors';
import { MESSAGES } from '@entrada/contract/outreach/messages';

type Decided = { ok: true; sendAt: Date; undoUntil: Date | null } | { ok: false; code: ErrorCode };

const LATEST_MS = MESSAGES.daysAhead * DAY_MS;

/**
 * When a message goes out that a person sends now: in 30 seconds, until when it can be taken back, or at a moment of their
 * choice. That must lie ahead, and not after the end of the event. Pure.
 */
export function momentOf(wanted: Date | null, { now, eventEnd }: { now: Date; eventEnd: Date }): Decided {
  if (wanted === null) {
    const sendAt = new Date(now.getTime() + MESSAGES.undoSeconds * 1_000);
    return { ok: true, sendAt, undoUntil: sendAt };
  }
  if (wanted <= now) return { ok: false, code: 'MESSAGE_TIME_PAST' };
  if (wanted > eventEnd || wanted.getTime() - now.getTime() > LATEST_MS)
    return { ok: false, code: 'MESSAGE_TIME_AFTER_EVENT' };
  return { ok: true, sendAt: wanted, undoUntil: null };
}
