/** The handle of a row that something happens to. */
export const handleAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-sort-handle]') : null;
