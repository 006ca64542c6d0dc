import { CHECK_IN_APP_PARAM } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { randomDeviceName } from './device-name.ts';

export const deviceNameLength = 60;

/** The settings that stay on this device. */
export type Settings = {
  deviceName: string;
  sound: boolean;
  cameraId: string | null;
  /** Black on white, for the sun. */
  isBright: boolean;
  /** The check-in app opened this page: it shows nothing but the door, and the screen stays awake. */
  isApp: boolean;
};

const keys = {
  deviceName: 'entrada.door.device',
  sound: 'entrada.door.sound',
  cameraId: 'entrada.door.camera',
  isBright: 'entrada.door.bright',
  isApp: 'entrada.door.app',
} as const satisfies Record<keyof Settings, string>;

/** The settings of this device; undefined until the page runs in the browser. */
export function useSettings(): [Settings | undefined, (changes: Partial<Settings>) => void] {
  const { i18n } = useLingui();
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    const isApp = new URLSearchParams(location.search).get(CHECK_IN_APP_PARAM) === 'true';
    const loaded: Settings = {
      deviceName: read(keys.deviceName) || randomDeviceName(i18n),
      sound: read(keys.sound) !== 'off',
      cameraId: read(keys.cameraId),
      isBright: read(keys.isBright) === 'on',
      isApp: isApp || isCheckInApp(),
    };
    write(keys.deviceName, loaded.deviceName);
    if (isApp) write(keys.isApp, 'true');
    setSettings(loaded);
  }, [i18n]);
  const change = useCallback((changes: Partial<Settings>) => {
    if (changes.deviceName !== undefined) write(keys.deviceName, changes.deviceName);
    if (changes.sound !== undefined) write(keys.sound, changes.sound ? 'on' : 'off');
    if (changes.isBright !== undefined) write(keys.isBright, changes.isBright ? 'on' : 'off');
    if (changes.cameraId) write(keys.cameraId, changes.cameraId);
    setSettings((known) => known && { ...known, ...changes });
  }, []);
  return [settings, change];
}

export function isCheckInApp(): boolean {
  return read(keys.isApp) === 'true';
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A private window may refuse storage. Then the choice lasts until the page is closed.
  }
}
