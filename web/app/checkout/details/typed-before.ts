type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Typed = Pick<Control, 'name' | 'value'> & {
  /** Of a checkbox or a radio button; null for any other control. */
  isOn: boolean | null;
};

/** What a form holds beside what the server sent: typed before the scripts came, or restored by the browser. */
export function typedIn(form: HTMLFormElement): Typed[] {
  return controlsOf(form)
    .filter(isTouched)
    .map((one) => ({ name: one.name, value: one.value, isOn: isBox(one) ? one.checked : null }));
}

/** Types that once more into new fields, as a person would, so that the form hears of what is new to it. */
export function typeAgain(form: HTMLFormElement, typed: readonly Typed[]): void {
  for (const { name, value, isOn } of typed) {
    const control = controlsOf(form).find(
      (one) => one.name === name && (isOn === null || one.value === value),
    );
    if (!control || (isBox(control) ? control.checked === isOn : control.value === value)) continue;
    if (isBox(control)) control.checked = isOn === true;
    // Past React's own property, so that a controlled field notices.
    else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isControl);

export const isControl = (one: unknown): one is Control =>
  one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement;

const isBox = (one: Control): one is HTMLInputElement => /^(checkbox|radio)$/.test(one.type);

function isTouched(one: Control): boolean {
  if (isBox(one)) return one.checked !== one.defaultChecked;
  if (!(one instanceof HTMLSelectElement)) return one.value !== one.defaultValue;
  const first = [...one.options].findIndex(({ defaultSelected }) => defaultSelected);
  return one.selectedIndex !== Math.max(0, first);
}
