import { CHECK_IN_APP_KEY, CHECK_IN_APP_PARAM } from '@entrada/contract/constants';
import { useEffect, useState } from 'react';
import { useWakeLock } from '../../ui/use-wake-lock.ts';

/** Whether this browser shows check-in screens only: by the address now, or since an earlier one. */
function readChoice(): boolean {
  const asked = new URLSearchParams(location.search).get(CHECK_IN_APP_PARAM);
  try {
    if (asked !== null) localStorage.setItem(CHECK_IN_APP_KEY, String(asked === 'true'));
    return localStorage.getItem(CHECK_IN_APP_KEY) === 'true';
  } catch {
    // A private window may refuse storage. Then the address alone decides.
    return asked === 'true';
  }
}

/**
 * In a check-in app (`?isCheckInApp=true`, remembered; `false` ends it) this page has no navigation around it, and the screen
 * stays awake.
 */
export function useCheckInApp(): void {
  const [isApp, setApp] = useState(false);
  useEffect(() => {
    const isChosen = readChoice();
    setApp(isChosen);
    if (!isChosen) return;
    const { dataset } = document.documentElement;
    dataset['checkInApp'] = 'true';
    return () => {
      delete dataset['checkInApp'];
    };
  }, []);
  useWakeLock(isApp);
}
