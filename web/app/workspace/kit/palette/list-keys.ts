/** The visible rows of the list on this page, in a table or in a list. */
function findRows(): HTMLElement[] {
  const rows = document.querySelectorAll<HTMLElement>(
    'main [data-rows] tbody > tr, main [data-rows] :is(ul, ol) > li:not(li li, [aria-hidden])',
  );
  return [...rows].filter((row) => row.offsetParent !== null);
}

const rowOf = (element: Element | null) => findRows().find((row) => row.contains(element));

/** Focuses the next or the previous row. If no row has the focus, focuses the first. */
export function moveInList(by: 1 | -1): boolean {
  const rows = findRows();
  if (rows.length === 0) return false;
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[now < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, now + by))];
  if (!next) return false;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Opens the focused row: its drawer, else its link, else its menu. */
export function openRow(): boolean {
  const row = document.activeElement;
  if (!(row instanceof HTMLElement) || rowOf(row) !== row) return false;
  const target =
    row.querySelector<HTMLElement>('[data-opens]') ??
    row.querySelector<HTMLElement>('a[href]') ??
    row.querySelector<HTMLElement>('button[aria-haspopup="menu"]');
  target?.click();
  return target !== null;
}

/** Checks or unchecks the box of the focused row. */
export function selectRow(): boolean {
  const box = rowOf(document.activeElement)?.querySelector<HTMLElement>('[data-row-box]');
  const row = rowOf(document.activeElement);
  box?.click();
  row?.focus({ preventScroll: true });
  return box !== null && box !== undefined;
}

/** Goes to the next or the previous page of the list. */
export function turnPage(to: 'next' | 'previous'): boolean {
  const button = document.querySelector<HTMLButtonElement>(`main [data-turn="${to}"]`);
  if (!button || button.disabled || button.dataset['disabled']) return false;
  button.click();
  return true;
}

/** Focuses the search box of the page. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('main [role="searchbox"]');
  box?.focus();
  box?.select();
  return box !== null;
}
