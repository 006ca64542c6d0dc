import { dateFormat } from '../../../platform/i18n/date-format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';

const known = new Map<string, string[][]>();

/** Without accents and dots. */
const bare = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();

/** The names of the twelve months, or of the seven days from Monday, each in its long and its short form. */
function namesIn(locale: string, part: 'month' | 'weekday'): string[][] {
  const key = `${part} ${locale}`;
  const found = known.get(key);
  if (found) return found;
  const tag = languageTag(locale);
  // January to December 2024. The first of January 2024 was a Monday.
  const dates = Array.from({ length: part === 'month' ? 12 : 7 }, (_, index) =>
    part === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, index + 1),
  );
  const forms = (['long', 'short'] as const).flatMap((form) => [
    { [part]: form, timeZone: 'UTC' },
    { [part]: form, day: 'numeric', timeZone: 'UTC' } as const,
  ]);
  const names = dates.map((date) =>
    forms.map((form) => {
      const parts = dateFormat(tag, form).formatToParts(date);
      return bare(parts.find(({ type }) => type === part)?.value ?? '');
    }),
  );
  known.set(key, names);
  return names;
}

/** The only entry of a list that has a name with this beginning. A whole name comes before a beginning. */
function indexOf(word: string, names: string[][]): number {
  const typed = bare(word);
  const whole = names.findIndex((forms) => forms.includes(typed));
  if (whole >= 0) return whole;
  const fits = names.flatMap((forms, index) => (forms.some((name) => name.startsWith(typed)) ? [index] : []));
  return fits.length === 1 ? (fits[0] ?? -1) : -1;
}

/** The month of a name or of its first letters, at least three, in the locale or in English: 1 to 12. */
export function monthOf(word: string, locale: string): number | undefined {
  if (bare(word).length < 3) return undefined;
  const month = [locale, 'en'].map((one) => indexOf(word, namesIn(one, 'month'))).find((index) => index >= 0);
  return month === undefined ? undefined : month + 1;
}

/** Whether a word is a day of the week, or its first letters, in the locale or in English. */
export function isWeekday(word: string, locale: string): boolean {
  if (monthOf(word, locale) !== undefined) return false;
  return [locale, 'en'].some((one) =>
    namesIn(one, 'weekday')
      .flat()
      .some((name) => name.startsWith(bare(word))),
  );
}
