import type { EventLifecycle } from '@entrada/contract/catalog/events';

/** An event without an end is taken to last this long; the same as app.effective_end in SQL. */
const OPEN_END_MS = 86_400_000;

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
