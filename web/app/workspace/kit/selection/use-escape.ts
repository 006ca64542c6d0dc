import { useEffect, useRef } from 'react';

/** Runs on Escape while it is on, unless the key was meant for something that lies over the page. */
export function useEscape(isOn: boolean, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isOn) return;
    let isElsewhere = false;
    // Before anybody hears the key: a menu that it closes may be gone once the key arrives here.
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
