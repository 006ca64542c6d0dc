const FIELDS = ':is(input, select, textarea):not([type=hidden], :disabled)';

/**
 * Moves the focus of an open dialog to the first field that was refused, or else to its first field. A dialog without
 * fields keeps the focus where the browser put it.
 */
export function focusFirstField(dialog: HTMLElement): void {
  const field =
    dialog.querySelector<HTMLElement>('[aria-invalid="true"]') ?? dialog.querySelector<HTMLElement>(FIELDS);
  field?.focus();
}
