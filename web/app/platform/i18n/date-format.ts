const formats = new Map<string, Intl.DateTimeFormat>();
/** Zones and tags are few; what a request names must not grow without end. */
const MOST = 200;

/** A format of dates, made once: to make one takes a hundred times as long as to write a date with it. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  if (formats.size >= MOST) formats.clear();
  formats.set(key, made);
  return made;
}
