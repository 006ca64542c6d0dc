import type { LiveChange, LiveNoun } from '@entrada/contract/insight/live';
import type { QueryKey } from '@tanstack/react-query';

/** What changed, by event. `all` after a gap: anything may have. */
export type Touched = 'all' | ReadonlyMap<number, ReadonlySet<LiveNoun>>;

/** The parts of `keys` below an event that show something of a noun. */
const PARTS: Record<LiveNoun, readonly string[]> = {
  orders: [
    'orders',
    'attendees',
    'timelines',
    'stats',
    'figures',
    'tickets',
    'capacities',
    'promo-codes',
    'affiliates',
    'check-in-lists',
  ],
  attendees: ['attendees', 'timelines', 'orders', 'check-in-lists'],
  'check-ins': ['check-in-lists', 'attendees', 'timelines', 'stats', 'door-day'],
  'bulk-jobs': ['bulk-jobs'],
  messages: ['messages'],
  notes: ['notes', 'timelines'],
  mails: ['timelines'],
  answers: ['orders', 'attendees', 'timelines'],
  visits: ['figures'],
};
/** Of the lists of events. Their names and numbers stay. */
const OF_EVENTS: readonly unknown[] = ['list', 'attention', 'figures'];

export function addChanges(to: Touched | null, changes: readonly LiveChange[]): Touched {
  if (to === 'all') return to;
  const next = new Map(to);
  for (const { eventId, noun } of changes) next.set(eventId, new Set([...(next.get(eventId) ?? []), noun]));
  return next;
}

/** Parts whose single records are shown by a drawer or a page. Their forms keep what they were opened with. */
const SHOWN: readonly unknown[] = ['orders', 'attendees', 'messages'];

/**
 * Whether a query shows something that changed. A form keeps what it was opened with, so the queries of other single
 * records are left alone.
 */
export function isTouched([of, which, part, kind, , more]: QueryKey, touched: Touched): boolean {
  if (of === 'events')
    return (
      OF_EVENTS.includes(which) &&
      (touched === 'all' || [...touched.values()].some((nouns) => nouns.has('orders')))
    );
  if (of !== 'event' || (kind === 'one' && (more !== undefined || !SHOWN.includes(part)))) return false;
  const nouns = touched === 'all' ? Object.keys(PARTS) : [...(touched.get(Number(which)) ?? [])];
  return nouns.some((noun) => PARTS[noun as LiveNoun].includes(String(part)));
}
