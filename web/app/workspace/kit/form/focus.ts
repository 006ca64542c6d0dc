import { type RefObject, useLayoutEffect } from 'react';

/** Takes the reader to the first thing that is wrong with a form. */
export function focusWrong(form: HTMLElement | null) {
  show(form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]'));
}

/**
 * Stops at dates that are typed halfway. To the page such a field is empty, so it would be saved as none; true when the
 * form holds one, which says so and takes the focus.
 */
export function refuseUnfinishedDates(form: HTMLFormElement | null): boolean {
  const fields = [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.badInput,
  );
  for (const field of fields) field.reportValidity();
  show(fields[0]);
  return fields.length > 0;
}

function show(element: HTMLElement | null | undefined) {
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}

/**
 * A part of a form that leaves the page with the focus, or whose button lost it to its spinner, hands it to the form:
 * the keyboard goes on at its first field and not at the end of the page.
 */
export function useFocusForm(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current;
    const form = element?.closest('form');
    return () => {
      const { activeElement, body } = document;
      if (!form || !(element?.contains(activeElement) || activeElement === body)) return;
      form.tabIndex = -1;
      form.focus({ preventScroll: true });
    };
  }, [part]);
}
