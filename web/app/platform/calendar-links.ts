/** The data of a calendar entry. Times are ISO instants; `location` is plain text. */
export type CalendarEntry = {
  title: string;
  url: string;
  startsAt: string;
  endsAt: string | null;
  timezone: string;
  location: string;
};

/** "2027-06-11T16:00:00.000Z" -> "20270611T160000Z" */
function compact(instant: string): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** Addresses that open a new entry in Google Calendar and in Outlook on the web. Pure. */
export function calendarLinks(entry: CalendarEntry): { google: string; outlook: string } {
  const end = entry.endsAt ?? entry.startsAt;
  const google = new URL('https://calendar.google.com/calendar/render');
  google.search = new URLSearchParams({
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${compact(entry.startsAt)}/${compact(end)}`,
    ctz: entry.timezone,
    details: entry.url,
    location: entry.location,
  }).toString();
  const outlook = new URL('https://outlook.live.com/calendar/0/deeplink/compose');
  // Outlook shows a plus sign instead of a space, so spaces are not encoded as plus signs.
  outlook.search = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: entry.title,
    startdt: new Date(entry.startsAt).toISOString(),
    enddt: new Date(end).toISOString(),
    body: entry.url,
    location: entry.location,
  })
    .toString()
    .replaceAll('+', '%20');
  return { google: google.href, outlook: outlook.href };
}
