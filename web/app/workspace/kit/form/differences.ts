import { useLingui } from '@lingui/react/macro';
import { shownText } from '../../../ui/form/date/write-text.ts';
import type { Difference } from './conflict.tsx';

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}([+-]\d{2}:\d{2})?$/;

/** A local time of a form ("2027-06-11T18:00") as its field shows it, or the text itself if it is none. */
export function sayLocalTime(text: string, locale: string): string {
  return LOCAL_TIME.test(text) ? shownText(text, { locale, kind: 'moment' }) : text;
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
