/** Takes the reader to the first thing that is wrong with a form. */
export function focusWrong(form: HTMLElement | null) {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]');
  first?.focus();
  first?.scrollIntoView({ block: 'center' });
}
