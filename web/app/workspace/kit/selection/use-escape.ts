import { useEffect, useRef } from 'react';

/** Runs on Escape while `isOn`, unless a dialog or a menu is open over the page. */
export function useEscape(isOn: boolean, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isOn) return;
    let isElsewhere = false;
    // This looks before any other listener gets the key, because the key may close a menu before it arrives here.
    const look = () => {
      isElsewhere = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) latest.current();
    };
    document.addEventListener('keydown', look, { capture: true });
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', look, { capture: true });
      document.removeEventListener('keydown', onKey);
    };
  }, [isOn]);
}
