import type { MessageRow } from '@entrada/contract/outreach/messages';

/** How often a page looks how far messages have come. */
export const LOOK_MS = 2_000;
/** A message that is scheduled for a moment so near may go out while the page is open. */
const SOON_MS = 60_000;

/** Whether a message may change by itself while somebody looks at it. */
export const isMoving = ({ status, sendAt }: Pick<MessageRow, 'status' | 'sendAt'>): boolean =>
  status === 'sending' || (status === 'scheduled' && Date.parse(sendAt ?? '') - Date.now() < SOON_MS);
