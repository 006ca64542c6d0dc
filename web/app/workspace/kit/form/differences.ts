import { useLingui } from '@lingui/react/macro';
import type { Difference } from './conflict.tsx';

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * Compares the values that a form started from with the values that someone else saved. It returns the changed fields
 * in words, with the form's own values beside them. `labels` name the fields, in display order. `say` formats values
 * that are not a text, a time or a switch.
 */
export function useDifferences<Values extends object, Field extends keyof Values & string>(
  labels: Record<Field, string>,
  say: (values: Values, field: Field) => string | undefined = () => undefined,
) {
  const { t } = useLingui();
  const words = (values: Values, field: Field): string => {
    const value = values[field];
    const own = say(values, field);
    if (own !== undefined) return own;
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    const text = String(value);
    return LOCAL_TIME.test(text) ? text.replace('T', ' ') : text;
  };
  return (base: Values, theirs: Values, yours: Values): Difference[] =>
    (Object.keys(labels) as Field[])
      .filter((field) => words(base, field) !== words(theirs, field))
      .map((field) => ({
        field,
        label: labels[field],
        theirs: words(theirs, field),
        yours: words(yours, field),
      }));
}
