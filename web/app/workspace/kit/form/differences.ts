import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../../platform/i18n/locales.ts';
import type { Difference } from './conflict.tsx';

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** A local time of a form ("2027-06-11T18:00") in words of a locale, or the text itself if it is none. */
export function sayLocalTime(text: string, locale: string): string {
  if (!LOCAL_TIME.test(text)) return text;
  const say = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return say.format(new Date(`${text}:00Z`));
}

/** The fields that differ between two versions of a form, in words. `words` says the value of a field. */
export function differing<Values, Field extends string>(
  labels: Record<Field, string>,
  words: (values: Values, field: Field) => string,
  { base, theirs, yours }: { base: Values; theirs: Values; yours: Values },
): Difference[] {
  return (Object.keys(labels) as Field[])
    .map((field) => ({
      field,
      label: labels[field],
      theirs: words(theirs, field),
      yours: words(yours, field),
      isMine: words(base, field) !== words(yours, field),
    }))
    .filter((one) => one.theirs !== one.yours);
}

/**
 * Compares the values of a form with those that someone else saved. It returns the fields that differ, in words, and
 * whether the user changed them since `base`. `labels` name the fields, in display order. `say` formats values that are
 * not a text, a time or a switch.
 */
export function useDifferences<Values extends object, Field extends keyof Values & string>(
  labels: Record<Field, string>,
  say: (values: Values, field: Field) => string | undefined = () => undefined,
) {
  const { t, i18n } = useLingui();
  const words = (values: Values, field: Field): string => {
    const value = values[field];
    const own = say(values, field);
    if (own !== undefined) return own;
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    return sayLocalTime(String(value), i18n.locale);
  };
  return (base: Values, theirs: Values, yours: Values): Difference[] =>
    differing(labels, words, { base, theirs, yours });
}
