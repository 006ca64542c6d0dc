import type { Locale } from '@entrada/contract/constants';
import { formatMoney } from '@entrada/contract/money';
import { sideBySide, withNote } from '@entrada/contract/words/side-by-side';

const TAGS: Record<Locale, string> = {
  // British order and a 24-hour clock, like the interface.
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  pt: 'pt-PT',
  es: 'es-ES',
  'zh-cn': 'zh-CN',
  'pt-br': 'pt-BR',
};

/** BCP 47 tag for `Intl` and for the lang attribute. */
export function languageTag(locale: Locale): string {
  return TAGS[locale];
}

/** Minor units as money in the reader's language. */
export function money(minor: number, currency: string, locale: Locale): string {
  return formatMoney({ minor, currency, locale: languageTag(locale) });
}

type Moment = { at: Date; locale: Locale; timeZone: string };

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Events are in few zones at a time. */
const MOST_CLOCKS = 500;

/** A formatter that is made once: making one takes longer than all that a mail says with it. */
function clock(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = clocks.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  clocks.set(key, made);
  return made;
}

const part = ({ at, locale, timeZone }: Moment, options: Intl.DateTimeFormatOptions): string =>
  clock(languageTag(locale), { ...options, timeZone }).format(at);

function weekday(moment: Moment): string {
  const name = part(moment, { weekday: 'short' });
  // CLDR has no shorter form than "sexta" here. The design uses the abbreviation that is common in print.
  return moment.locale === 'pt' ? name.slice(0, 3) : name;
}

function dayKey(moment: Moment): string {
  return clock('en-CA', { timeZone: moment.timeZone }).format(moment.at);
}

/** The same text with the capital that it has at the start of a line. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const FULL = { day: 'numeric', month: 'long', year: 'numeric' } as const;

function longDate(moment: Moment): string {
  if (moment.locale === 'zh-cn') return part(moment, { ...FULL, weekday: 'short' });
  const separator = moment.locale === 'de' ? ', ' : ' ';
  return `${weekday(moment)}${separator}${part(moment, FULL)}`;
}

function rangeStart(moment: Moment, end: Moment): string {
  const sameYear = dayKey(moment).slice(0, 4) === dayKey(end).slice(0, 4);
  if (moment.locale === 'zh-cn' || !sameYear) return longDate(moment);
  const separator = moment.locale === 'de' ? ', ' : ' ';
  const sameMonth = dayKey(moment).slice(0, 7) === dayKey(end).slice(0, 7);
  if (!sameMonth) {
    return `${weekday(moment)}${separator}${part(moment, { day: 'numeric', month: 'long' })}`;
  }
  const day = part(moment, { day: 'numeric' });
  return `${weekday(moment)}${separator}${moment.locale === 'de' ? `${day}.` : day}`;
}

const SMALL_HOURS = 6;
const HALF_DAY_MS = 12 * 60 * 60 * 1000;

/**
 * The last day of an event. An end at midnight or before six in the morning belongs to the evening before, by what
 * clocks show: the night in which they go back has an hour more.
 */
function lastDay(start: Moment, endsAt: string | null): Moment {
  if (!endsAt) return start;
  const end = { ...start, at: new Date(endsAt) };
  const hour = clock('en-GB', { hour: '2-digit', timeZone: start.timeZone }).format(end.at);
  const last = end.at.getTime() - (Number(hour) < SMALL_HOURS ? HALF_DAY_MS : 0);
  return { ...start, at: new Date(Math.max(start.at.getTime(), last)) };
}

type When = { startsAt: string; endsAt: string | null; timeZone: string };

/** "Fri 11 – Sun 13 June 2027", "Fri 11 June 2027"; in the zone of the event. */
export function formatDates(when: When, locale: Locale): string {
  const start = { at: new Date(when.startsAt), locale, timeZone: when.timeZone };
  const end = lastDay(start, when.endsAt);
  if (dayKey(start) === dayKey(end)) return capitalized(longDate(start));
  return capitalized(`${rangeStart(start, end)} – ${longDate(end)}`);
}

function zoneName(moment: Moment, style: 'short' | 'shortOffset'): string {
  const { at, locale, timeZone } = moment;
  const parts = clock(languageTag(locale), { timeZone, timeZoneName: style }).formatToParts(at);
  return parts.find((piece) => piece.type === 'timeZoneName')?.value ?? moment.timeZone;
}

/**
 * "CEST", or the offset if the language has no name for the zone. "CEST – CET" if clocks change between the two times of
 * `formatTimes`.
 */
export function formatZone(when: When, locale: Locale): string {
  return zonesOf(when, locale, (moment) => zoneName(moment, 'short'));
}

/** "CEST, GMT+2", for paper, where readers cannot look the name up. */
export function formatZoneAndOffset(when: When, locale: Locale): string {
  return zonesOf(when, locale, (moment) =>
    sideBySide([...new Set([zoneName(moment, 'short'), zoneName(moment, 'shortOffset')])], locale),
  );
}

/** The zone of the start, and that of the end if both times are said and it is another. */
function zonesOf(when: When, locale: Locale, say: (moment: Moment) => string): string {
  const { startsAt, endsAt, timeZone } = when;
  const said = endsAt && formatTimes(when, locale).isRange ? [startsAt, endsAt] : [startsAt];
  return [...new Set(said.map((at) => say({ at: new Date(at), locale, timeZone })))].join(' – ');
}

export type Times = { text: string; isRange: boolean };

/** "18:00–21:00" on one day. Only the start for an event of several days. */
export function formatTimes(when: When, locale: Locale): Times {
  const start = { at: new Date(when.startsAt), locale, timeZone: when.timeZone };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const end = when.endsAt ? { ...start, at: new Date(when.endsAt) } : null;
  if (!end || dayKey(start) !== dayKey(lastDay(start, when.endsAt)))
    return { text: part(start, clock), isRange: false };
  return { text: `${part(start, clock)}–${part(end, clock)}`, isRange: true };
}

/** "Fri 11 June 2027, 18:00–02:00"; only the days if there are several. */
export function formatPart(when: When, locale: Locale): string {
  const times = formatTimes(when, locale);
  const days = formatDates(when, locale);
  return sideBySide([days, times.isRange && times.text], locale);
}

/** "Friday, 11 June 2027, 18:00 (CEST)": one instant in a zone, as it stands within a sentence ("el viernes, 11 …"). */
export function formatMoment(at: string, timeZone: string, locale: Locale): string {
  const when = { startsAt: at, endsAt: null, timeZone };
  const day = part({ at: new Date(at), locale, timeZone }, { ...FULL, weekday: 'long' });
  const { text } = formatTimes(when, locale);
  const zone = formatZone(when, locale);
  return withNote(locale === 'zh-cn' ? `${day} ${text}` : `${day}, ${text}`, zone, locale);
}

/** "21%", from the exact decimal of a rate. */
export function formatRate(rate: string, locale: Locale): string {
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'percent',
    maximumFractionDigits: 4,
  }).format(Number(rate) / 100);
}

/** "11 June 2027": the day of an instant in a zone. */
export function formatDay(at: string, timeZone: string, locale: Locale): string {
  return part({ at: new Date(at), locale, timeZone }, FULL);
}

/** Joins sentences. Chinese has no space between them. */
export function joinSentences(sentences: string[], locale: Locale): string {
  return sentences.join(locale === 'zh-cn' ? '' : ' ');
}

/** "56 kB", "1.2 MB": the size of a file, in units of a thousand. */
export function fileSize(bytes: number, locale: Locale): string {
  const isSmall = bytes < 1_000_000;
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? Math.max(1, bytes / 1000) : bytes / 1_000_000);
}
