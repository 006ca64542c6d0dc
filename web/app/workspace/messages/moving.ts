import type { MessageRow } from '@entrada/contract/outreach/messages';

/** How often a page looks how far messages have come. */
export const LOOK_MS = 2_000;
/** A message that is scheduled for a moment so near may go out while the page is open. */
const SOON_MS = 60_000;
/** A page looks again at least this often. A timer of the browser can't wait for more than 24 days. */
const LONGEST_MS = 3_600_000;

type Moving = Pick<MessageRow, 'status' | 'sendAt'>;

const untilSoon = ({ sendAt }: Moving, now: number) => Date.parse(sendAt ?? '') - SOON_MS - now;

/** Whether a message may change by itself while somebody looks at it. */
export const isMoving = (message: Moving): boolean =>
  message.status === 'sending' || (message.status === 'scheduled' && untilSoon(message, Date.now()) < 0);

/** After how many milliseconds a page reads a message again; false if it only changes by somebody's hand. */
export function nextLook(message: Moving, now: number): number | false {
  if (message.status === 'sending') return LOOK_MS;
  if (message.status !== 'scheduled') return false;
  return Math.min(LONGEST_MS, Math.max(LOOK_MS, untilSoon(message, now)));
}
