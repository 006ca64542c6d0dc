import { useSyncExternalStore } from 'react';

const key = 'entrada.shortcuts';
const changed = 'entrada:shortcuts';

/** Whether single-key shortcuts are on. This browser stores the choice; they are on by default. */
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
    // If the browser stores nothing, the shortcuts stay on.
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
