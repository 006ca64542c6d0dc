import { type RefObject, useEffect, useRef } from 'react';

/** For a `details` that opens as a menu: Escape and a press outside of it close it. */
export function useClosing(): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (!element?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isEscape && element.contains(document.activeElement)) element.querySelector('summary')?.focus();
      if (isEscape || (event.type === 'pointerdown' && !element.contains(event.target as Node)))
        element.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return menu;
}
