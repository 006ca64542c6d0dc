import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CalendarData, CalendarMethod } from './types.ts';

/**
 * An event as an .ics file: one entry for the event, or one for each part of it that an order has tickets for. The UID of an
 * entry depends only on event, ticket and host, so that a later file replaces an earlier entry. Times are in UTC, and
 * the file also names the zone of the event.
 */
export function calendarFile(data: CalendarData, method: CalendarMethod): string {
  const calendar = ical({
    prodId: { company: 'Entrada', product: 'Tickets', language: 'EN' },
    method: ICalCalendarMethod[method],
    x: { 'X-WR-TIMEZONE': data.timeZone },
  });
  const host = new URL(data.url).hostname;
  for (const entry of data.entries) {
    const changed = new Date(entry.updatedAt);
    const part = entry.ticketId === null ? '' : `-ticket-${entry.ticketId}`;
    calendar.createEvent({
      id: `event-${data.id}${part}@${host}`,
      stamp: changed,
      lastModified: changed,
      // Seconds since 2020. The number grows with every change and fits into 32 bits, which calendar programs expect.
      sequence: Math.max(0, Math.floor((changed.getTime() - Date.UTC(2020, 0, 1)) / 1000)),
      start: new Date(entry.startsAt),
      end: entry.endsAt ? new Date(entry.endsAt) : null,
      summary: entry.title,
      description: data.description ?? '',
      location: data.location ?? '',
      url: data.url,
      organizer: data.organizer,
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
