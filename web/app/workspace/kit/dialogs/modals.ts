import { modals as mantine } from '@mantine/modals';
import { createContext, createElement } from 'react';
import { coverDialogs } from './cover.ts';

type Dialog = Parameters<typeof mantine.open>[0];

/** The id of the dialog around a component; null outside dialogs. */
export const DialogContext = createContext<string | null>(null);

let isReady = false;
let opened = 0;
const waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

function whenReady(act: () => void): void {
  if (isReady) act();
  else {
    waiting.push(act);
    for (const listener of listeners) listener();
  }
}

/** How each dialog that is open ends. */
const open = new Map<string, () => void>();
/** What had the focus before them, and gets it back. One dialog may open the next and then close. */
let opener: Element | null = null;

/** A closed dialog may hold the focus for so long. What an action focuses then comes later. */
const LEFT_MS = 30;

/**
 * Gives the focus back, unless it has gone elsewhere. Mantine does so too, but takes a field that has focused itself for
 * what had the focus before.
 */
function giveFocusBack(): void {
  setTimeout(() => {
    if (open.size > 0) return;
    const { activeElement, body } = document;
    const isLost =
      activeElement === body || activeElement?.closest('.mantine-Modal-content')?.contains(opener) === false;
    if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    opener = null;
  }, LEFT_MS);
}

/** Opens and closes dialogs. What shows them loads after the page; until then they wait for it. */
export const modals = {
  /** Answers the id of the dialog. While it is open, the drawers below leave Escape to it. */
  open(dialog: Dialog): string {
    opened += 1;
    const modalId = `dialog-${opened}`;
    opener ??= document.activeElement;
    const uncover = coverDialogs();
    open.set(modalId, () => {
      if (!open.delete(modalId)) return;
      uncover();
      if (open.size === 0) giveFocusBack();
    });
    const onClose = () => {
      dialog.onClose?.();
      open.get(modalId)?.();
    };
    // One dialog may follow another in the same place. Each begins anew.
    const children = createElement(DialogContext, { key: modalId, value: modalId }, dialog.children);
    whenReady(() => mantine.open({ ...dialog, children, modalId, onClose }));
    return modalId;
  },
  /** From now on neither Escape nor a click beside it closes the dialog by itself. Answers a function that ends this. */
  hold(modalId: string): () => void {
    const set = (closes: boolean) => {
      if (open.has(modalId))
        mantine.updateModal({ modalId, closeOnEscape: closes, closeOnClickOutside: closes });
    };
    set(false);
    return () => set(true);
  },
  close(id: string): void {
    whenReady(() => {
      mantine.close(id);
      open.get(id)?.();
    });
  },
};

/** What shows the dialogs is in the page. Answers a function that says it has left. */
export function showDialogs(): () => void {
  isReady = true;
  for (const act of waiting.splice(0)) act();
  return () => {
    isReady = false;
    for (const end of open.values()) end();
  };
}

/** Calls `listener` when a dialog waits. */
export function onDialogWaits(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
