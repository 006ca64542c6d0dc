import { useEffect, useEffectEvent } from 'react';
import { createKeyBurst } from './key-burst.ts';

/** Reads the codes of a hardware scanner that acts as a keyboard, unless the focus is in a field. */
export function useKeyScanner(active: boolean, onCode: (code: string) => void): void {
  const found = useEffectEvent(onCode);
  useEffect(() => {
    if (!active) return;
    const read = createKeyBurst();
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
      const step = read(event.key, event.timeStamp);
      // The Enter or a space of a code must not press the focused button.
      if (step.kind === 'code' || (step.kind === 'typing' && step.length > 1)) event.preventDefault();
      if (step.kind === 'code') found(step.code);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [active]);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
