import type { EventLifecycle } from '@entrada/contract/catalog/events';
import { OPEN_END_MS } from '@entrada/contract/constants';

type Times = { startsAt: Date; endsAt: Date | null };

/** When an event is over: its end, or 24 hours after its start. */
export function effectiveEnd({ startsAt, endsAt }: Times): Date {
  return endsAt ?? new Date(startsAt.getTime() + OPEN_END_MS);
}

/** Where an event stands: it starts with its first instant and has ended from its last one on. */
export function lifecycleOf(times: Times, now: Date): EventLifecycle {
  if (now < times.startsAt) return 'upcoming';
  return now < effectiveEnd(times) ? 'ongoing' : 'ended';
}
