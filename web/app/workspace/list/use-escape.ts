import { useEffect, useRef } from 'react';

/** Runs on Escape while it is on, unless the key was meant for something that lies over the page. */
export function useEscape(isOn: boolean, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]') !== null;
      if (event.key === 'Escape' && !isElsewhere) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
