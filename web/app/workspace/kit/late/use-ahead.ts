import { useEffect, useEffectEvent } from 'react';

/**
 * Loads drawers of a page when the pointer or the focus reaches what opens them.
 * @param ahead gets what would be opened: the id of a row, or `new`
 */
export function useAhead(ahead: ((opens: string) => unknown) | undefined): void {
  const tell = useEffectEvent(({ target }: Event) => {
    const opener = target instanceof Element ? target.closest('[data-opens]') : null;
    if (opener) ahead?.(opener.getAttribute('data-opens') ?? '');
  });
  useEffect(() => {
    document.addEventListener('pointerover', tell);
    document.addEventListener('focusin', tell);
    return () => {
      document.removeEventListener('pointerover', tell);
      document.removeEventListener('focusin', tell);
    };
  }, []);
}
