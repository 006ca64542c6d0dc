import type { EventStatus } from '@entrada/contract/catalog/events';
import type { EventAction } from '@entrada/contract/catalog/lifecycle';

const NEXT: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['public', 'archived'],
  public: ['draft', 'archived'],
  archived: ['draft'],
};

/** The conditions for publishing a draft. */
type Readiness = { hasConfirmedEmail: boolean; hasTicket: boolean };

/**
 * Why an event may not change from one status to another, or null. A draft can be published and a public event
 * unpublished. Both can be archived. An archived event is restored as a draft. Publishing needs a ticket and a user
 * with a confirmed email address.
 */
export function whyNot(from: EventStatus, to: EventStatus, { hasConfirmedEmail, hasTicket }: Readiness) {
  if (!NEXT[from].includes(to)) return 'INVALID_STATUS_CHANGE';
  if (to !== 'public') return null;
  if (!hasConfirmedEmail) return 'EMAIL_NOT_CONFIRMED';
  return hasTicket ? null : 'EVENT_NEEDS_TICKET';
}

type StatusAction = Exclude<EventAction, 'delete'>;

/** The status to which each action on many events leads. */
export const GOALS: Record<StatusAction, EventStatus> = {
  publish: 'public',
  unpublish: 'draft',
  archive: 'archived',
  restore: 'draft',
};

/**
 * The effect of an action on an event: it `moves`, it is `already` in the wanted status, or it is `archived` and must
 * be restored first. `unpublish` restores no archived event, although both actions lead to a draft.
 */
export function meaningOf(action: StatusAction, status: EventStatus): 'moves' | 'already' | 'archived' {
  if (action === 'restore') return status === 'archived' ? 'moves' : 'already';
  if (status === GOALS[action]) return 'already';
  return status === 'archived' ? 'archived' : 'moves';
}
