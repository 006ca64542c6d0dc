import type { Audience } from '@entrada/contract/outreach/audience';
import { EVERYBODY } from '@entrada/contract/outreach/audience';
import type { MessagePurpose } from '@entrada/contract/outreach/messages';
import type { ReminderKind } from '@entrada/contract/outreach/reminders';

/** Whom a reminder finds, and whether it is about their ticket. After the event it is not. Pure. */
export const addressedBy = (kind: ReminderKind): { audience: Audience; purpose: MessagePurpose } => ({
  audience:
    kind === 'details_missing'
      ? { to: 'attendees', query: { 'filter_fields[awaits_name][eq]': 'true' } }
      : EVERYBODY,
  purpose: kind === 'after_end' ? 'news' : 'ticket',
});
