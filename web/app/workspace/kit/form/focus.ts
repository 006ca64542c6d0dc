import { type RefObject, useLayoutEffect } from 'react';

/** Moves the focus to the first error of a form. */
export function focusWrong(form: HTMLElement | null) {
  show(form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]'));
}

const FIELDS =
  'input:enabled:not([type="hidden"], [type="file"]), textarea:enabled, select:enabled, [contenteditable="true"]';

/** For a form in a drawer: where it names no other place, the focus begins at its first field. */
export function startAtFirstField(form: HTMLElement | null): void {
  if (!form || form.querySelector('[data-autofocus]')) return;
  form.querySelector(FIELDS)?.setAttribute('data-autofocus', 'true');
}

function show(element: HTMLElement | null | undefined) {
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}

/**
 * For a part of a form that can disappear while it has the focus, or whose button loses the focus to its spinner. The
 * focus moves to the form, so that Tab goes on at its first field and not at the end of the page.
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
