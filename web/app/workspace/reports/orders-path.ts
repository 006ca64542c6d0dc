import { eventPath } from '../kit/data/event.ts';
import { endOfDay, startOfDay } from '../kit/filters/days.ts';

type Sold = { from: string; to: string; timezone: string };

/** The address of an event's orders that were completed on these days, as far as these filters find them. */
export function ordersPath(
  eventId: number,
  { from, to, timezone }: Sold,
  filters: Record<string, string> = {},
): string {
  const search = new URLSearchParams({
    'filter_fields[completed_at][gte]': startOfDay(from, timezone),
    'filter_fields[completed_at][lt]': endOfDay(to, timezone),
  });
  for (const [filter, value] of Object.entries(filters)) search.set(`filter_fields[${filter}]`, value);
  return `${eventPath(eventId, 'orders')}?${search}`;
}
