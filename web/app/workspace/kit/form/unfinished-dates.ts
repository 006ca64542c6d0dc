/**
 * Stops at dates that are typed halfway. To the page such a field is empty, so it would be saved as none; true when the
 * form holds one, which says so and takes the focus.
 */
export function refuseUnfinishedDates(form: HTMLFormElement | null): boolean {
  const fields = [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.badInput,
  );
  for (const field of fields) field.reportValidity();
  fields[0]?.focus();
  fields[0]?.scrollIntoView({ block: 'center' });
  return fields.length > 0;
}
