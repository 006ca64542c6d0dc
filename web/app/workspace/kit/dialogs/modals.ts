import { modals as mantine } from '@mantine/modals';

type Dialog = Parameters<typeof mantine.open>[0];

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

/** Opens and closes dialogs. What shows them loads after the page; until then they wait for it. */
export const modals = {
  /** Answers the id of the dialog. */
  open(dialog: Dialog): string {
    opened += 1;
    const modalId = `dialog-${opened}`;
    whenReady(() => mantine.open({ ...dialog, modalId }));
    return modalId;
  },
  close(id: string): void {
    whenReady(() => mantine.close(id));
  },
};

/** What shows the dialogs is in the page. Answers a function that says it has left. */
export function showDialogs(): () => void {
  isReady = true;
  for (const act of waiting.splice(0)) act();
  return () => {
    isReady = false;
  };
}

/** Calls `listener` when a dialog waits. */
export function onDialogWaits(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
