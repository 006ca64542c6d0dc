import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CalendarData, CalendarMethod } from './types.ts';

/**
 * One event as an .ics file. The UID depends on event and host only, so that a later file replaces
 * the entry of an earlier one. Times are in UTC, with the zone of the event named beside them.
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
    // Seconds since 2020: grows with every change and fits the 32 bits that programs reserve for it.
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
