import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CalendarData, CalendarMethod } from './types.ts';

/**
 * One event as an .ics file. The UID depends only on event and host, so that a later file replaces an earlier
 * entry. Times are in UTC, and the file also names the zone of the event.
 */
export function calendarFile(data: CalendarData, method: CalendarMethod): string {
  const calendar = ical({
    prodId: { company: 'Entrada', product: 'Tickets', language: 'EN' },
    method: ICalCalendarMethod[method],
    x: { 'X-WR-TIMEZONE': data.timeZone },
  });
  const changed = new Date(data.updatedAt);
  calendar.createEvent({
    id: `event-${data.id}@${new URL(data.url).hostname}`,
    stamp: changed,
    lastModified: changed,
    // Seconds since 2020. The number grows with every change and fits into 32 bits, which calendar programs expect.
    sequence: Math.max(0, Math.floor((changed.getTime() - Date.UTC(2020, 0, 1)) / 1000)),
    start: new Date(data.startsAt),
    end: data.endsAt ? new Date(data.endsAt) : null,
    summary: data.title,
    description: data.description ?? '',
    location: data.location ?? '',
    url: data.url,
    organizer: data.organizer,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
