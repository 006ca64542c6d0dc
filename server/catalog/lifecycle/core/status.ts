import type { EventStatus } from '@entrada/contract/catalog/events';
import type { EventAction } from '@entrada/contract/catalog/lifecycle';

const NEXT: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['public', 'archived'],
  public: ['draft', 'archived'],
  archived: ['draft'],
};

/** What publishing asks for besides a draft. */
type Readiness = { hasConfirmedEmail: boolean; hasTicket: boolean };

/**
 * Why an event may not go from one status to another, or null: published and back, archived from both, restored as a
 * draft; published only with a ticket and by somebody whose address is confirmed.
 */
export function whyNot(from: EventStatus, to: EventStatus, { hasConfirmedEmail, hasTicket }: Readiness) {
  if (!NEXT[from].includes(to)) return 'INVALID_STATUS_CHANGE';
  if (to !== 'public') return null;
  if (!hasConfirmedEmail) return 'EMAIL_NOT_CONFIRMED';
  return hasTicket ? null : 'EVENT_NEEDS_TICKET';
}

type StatusAction = Exclude<EventAction, 'delete'>;

/** Where each action on many events leads. */
export const GOALS: Record<StatusAction, EventStatus> = {
  publish: 'public',
  unpublish: 'draft',
  archive: 'archived',
  restore: 'draft',
};

/**
 * What an action on many events means to one of this status: it `moves`, stands so `already`, or is `archived` and
 * has to be restored first. To unpublish restores nothing, though both end in a draft.
 */
export function meaningOf(action: StatusAction, status: EventStatus): 'moves' | 'already' | 'archived' {
  if (action === 'restore') return status === 'archived' ? 'moves' : 'already';
  if (status === GOALS[action]) return 'already';
  return status === 'archived' ? 'archived' : 'moves';
}
