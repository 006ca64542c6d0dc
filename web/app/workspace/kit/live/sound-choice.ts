import { useSyncExternalStore } from 'react';

const key = 'entrada.sale-sound';
const changed = 'entrada:sale-sound';

/** Whether this browser plays a sound for each sale. It is off by default. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}

export function chooseSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    // If the browser stores nothing, there is no sound.
  }
  dispatchEvent(new Event(changed));
}

/** Calls back when the choice changes, in this tab or another one. */
export function onSoundChoice(notify: () => void): () => void {
  addEventListener(changed, notify);
  addEventListener('storage', notify);
  return () => {
    removeEventListener(changed, notify);
    removeEventListener('storage', notify);
  };
}

export const useSoundChoice = (): boolean => useSyncExternalStore(onSoundChoice, isSoundOn, () => false);
