import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { clockChange, type LocalTime } from '../../../platform/i18n/zoned-time.ts';
import { type DateKind, readDateText } from './read-text.ts';
import { writeDateText } from './write-text.ts';

type Asked = { kind: DateKind; timezone?: string | undefined };

/** What is wrong with the value of a field, in words. Null for an empty field and for a date. */
export function problemWords(i18n: I18n, value: string, { kind, timezone }: Asked): string | null {
  const { locale } = i18n;
  if (value.trim() === '') return null;
  const read = readDateText(value, { locale, kind });
  if (read.ok) return timezone ? skippedWords(i18n, read.local, timezone) : null;
  const example = exampleOf(kind, locale);
  switch (read.code) {
    case 'unreadable':
      return i18n._(msg`Enter a date such as ${example}.`);
    case 'no_such_day':
      return i18n._(msg`This day does not exist. Check the day and the month.`);
    case 'year':
      return i18n._(msg`Write the year with four digits, such as ${example}.`);
    case 'no_time':
      return i18n._(msg`Add the time, such as ${example}.`);
    case 'no_such_time':
      return i18n._(msg`Enter a time from 00:00 to 23:59, such as ${example}.`);
  }
}

const exampleOf = (kind: DateKind, locale: string): string => {
  const day = `${new Date().getUTCFullYear()}-06-11`;
  return writeDateText(kind === 'day' ? day : `${day}T18:00`, locale);
};

function skippedWords(i18n: I18n, local: LocalTime, timezone: string): string | null {
  const change = clockChange(local, timezone);
  if (change?.kind !== 'skipped') return null;
  const isOneDay = change.from.slice(0, 10) === change.to.slice(0, 10);
  const say = (time: LocalTime) => (isOneDay ? time.slice(11) : writeDateText(time, i18n.locale));
  const [from, to] = [say(change.from), say(change.to)];
  return i18n._(
    msg`Clocks go forward from ${from} to ${to} here, so this time does not exist. Choose another one.`,
  );
}
