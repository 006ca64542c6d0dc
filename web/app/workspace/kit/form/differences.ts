import type { Difference } from './conflict.tsx';

/**
 * Compares what a form was read from with what somebody else saved: the fields that say something else now, beside what
 * the form says. `labels` name the fields in the order in which they show.
 */
export function differencesIn<Field extends string, Values>(
  labels: Record<Field, string>,
  say: (values: Values, field: Field) => string,
) {
  return (base: Values, theirs: Values, yours: Values): Difference[] =>
    (Object.keys(labels) as Field[])
      .filter((field) => say(base, field) !== say(theirs, field))
      .map((field) => ({
        field,
        label: labels[field],
        theirs: say(theirs, field),
        yours: say(yours, field),
      }));
}
