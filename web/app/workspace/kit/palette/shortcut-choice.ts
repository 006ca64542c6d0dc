import { useSyncExternalStore } from 'react';

const key = 'entrada.shortcuts';
const changed = 'entrada:shortcuts';

/** Whether single keys do anything. Kept in this browser; on until somebody switches them off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

export function chooseShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Where the browser stores nothing, the shortcuts stay on.
  }
  dispatchEvent(new Event(changed));
}

export function useShortcutChoice(): boolean {
  return useSyncExternalStore(
    (notify) => {
      addEventListener(changed, notify);
      return () => removeEventListener(changed, notify);
    },
    areShortcutsOn,
    () => true,
  );
}
