import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../data/session.ts';
import { showOverlay } from '../frame/overlays.ts';
import { type Press, readPress } from './key-sequence.ts';
import { focusSearch, moveInList, openRow, selectRow, turnPage } from './list-keys.ts';
import { creatableAt, creationPath, eventOfPath, reachable } from './pages.ts';
import { areShortcutsOn } from './shortcut-choice.ts';

const typing =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="combobox"], [role="menu"], [role="listbox"], [role="dialog"]';

/** Whether a key press belongs to something else: a field, a menu, or a dialog over the page. */
function isTaken(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    event.isComposing ||
    (event.target instanceof Element && event.target.closest(typing) !== null) ||
    document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null
  );
}

/**
 * Single-key shortcuts, for people who work without a mouse. They do nothing while the user types or when they are
 * turned off.
 */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { may } = useSession();
  const latest = useRef({ pathname, may });
  latest.current = { pathname, may };
  useEffect(() => {
    let before: Press | null = null;
    const go = (key: string): boolean => {
      const { pathname, may } = latest.current;
      const eventId = eventOfPath(pathname);
      const page = reachable(eventId, may).find((one) => one.key === key);
      if (page) void navigate(page.path(eventId ?? 0));
      return page !== undefined;
    };
    const create = (): boolean => {
      const { pathname, may } = latest.current;
      const page = creatableAt(pathname, may);
      if (page) void navigate(creationPath(page, eventOfPath(pathname) ?? 0));
      return page !== undefined;
    };
    const single: Record<string, () => boolean> = {
      '/': focusSearch,
      '?': () => {
        showOverlay('shortcuts');
        return true;
      },
      c: create,
      j: () => moveInList(1),
      k: () => moveInList(-1),
      x: selectRow,
      n: () => turnPage('next'),
      p: () => turnPage('previous'),
      Enter: openRow,
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event) || !areShortcutsOn()) {
        before = null;
        return;
      }
      const press = { key: event.key, at: performance.now() };
      const read = readPress(before, press);
      before = read.kind === 'waiting' ? { key: 'g', at: press.at } : null;
      if (read.kind === 'waiting') return;
      const isDone = read.kind === 'go' ? go(read.key) : (single[read.key]?.() ?? false);
      if (isDone) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}
