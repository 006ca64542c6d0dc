import { type RefObject, useLayoutEffect } from 'react';

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
