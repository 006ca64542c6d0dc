import type { EventStatus } from '@entrada/contract/events';

const NEXT: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['public', 'archived'],
  public: ['draft', 'archived'],
  archived: ['draft'],
};

/** Whether an event may go from one status to another: published and back, archived from both, restored as a draft. */
export function mayChangeStatus(from: EventStatus, to: EventStatus): boolean {
  return NEXT[from].includes(to);
}
