import { formatDayTime, formatShortDay } from '../../../platform/i18n/format.ts';
import type { LocalTime } from '../../../platform/i18n/zoned-time.ts';
import { type DateKind, readDateText } from './read-text.ts';

/**
 * A day or a local time as a field shows it: "11 Jun 2027, 18:00". `readDateText` reads it again. The second of two
 * equal times names its offset: "31 Oct 2027, 02:30 GMT+1".
 */
export function writeDateText(local: LocalTime, locale: string): string {
  const [day = '', time] = local.split('T');
  const zoned = { locale, timezone: 'UTC' };
  const text = time
    ? formatDayTime(`${day}T${time.slice(0, 5)}Z`, zoned)
    : formatShortDay(`${day}T00:00Z`, zoned);
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(time?.slice(5) ?? '') ?? [];
  const offset = sign ? ` GMT${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}` : '';
  return `${text.replace(/[\u2009\u202f\u00a0]/g, ' ')}${offset}`;
}

/** The text of a field for its value, which is a date or what a person typed instead of one. */
export function shownText(value: string, { locale, kind }: { locale: string; kind: DateKind }): string {
  const read = readDateText(value, { locale, kind });
  return read.ok ? writeDateText(read.local, locale) : value;
}
