import { dateFormat } from '../../../platform/i18n/date-format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';

type Sale = { at: string; eventStartsAt: string; timezone: string; locale: string };

/** A day of the sale, "1 Mar". The year is shown only if it is not the year of the event. The time is optional. */
export function saleDate({ at, eventStartsAt, timezone, locale }: Sale, withTime = false): string {
  const tag = locale === 'en' ? 'en-GB' : languageTag(locale);
  const write = (instant: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(tag, { ...options, timeZone: timezone }).format(new Date(instant));
  const isSameYear = write(at, { year: 'numeric' }) === write(eventStartsAt, { year: 'numeric' });
  const day = write(at, { day: 'numeric', month: 'short', ...(!isSameYear && { year: 'numeric' }) });
  const separator = locale === 'zh-cn' ? ' ' : ', ';
  return withTime ? `${day}${separator}${write(at, { hour: '2-digit', minute: '2-digit' })}` : day;
}
