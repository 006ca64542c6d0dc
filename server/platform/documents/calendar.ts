import type { CalendarData, CalendarMethod } from '@entrada/documents/types';

/** An event as an .ics file. It costs about a millisecond, so it is written here and not in another thread. */
export async function renderCalendar(data: CalendarData, method: CalendarMethod): Promise<string> {
  const documents = await import('@entrada/documents');
  return documents.renderCalendar(data, { method });
}
