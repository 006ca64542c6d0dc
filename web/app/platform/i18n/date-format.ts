const formats = new Map<string, Intl.DateTimeFormat>();
/** The limit of the cache. Requests can name many zones and tags, so the cache must not grow without end. */
const MOST = 200;

/** A cached format of dates. Creating a format takes a hundred times as long as formatting a date with it. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  if (formats.size >= MOST) formats.clear();
  formats.set(key, made);
  return made;
}

/** One form of a zone's name in one language. */
export function zoneForm(
  at: string,
  tag: string,
  timeZone: string,
  style: Intl.DateTimeFormatOptions['timeZoneName'],
): string {
  const parts = dateFormat(tag, { timeZone, timeZoneName: style }).formatToParts(new Date(at));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}
