import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { showOverlay, useOverlay } from '../shell/overlays.ts';
import { useShortcuts } from './use-shortcuts.ts';

const PaletteDialog = lazy(() =>
  import('./palette-dialog.tsx').then((module) => ({ default: module.PaletteDialog })),
);
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

/** The command palette and the shortcuts of every page. What they show is loaded when it is first asked for. */
export function Palette() {
  useShortcuts();
  const overlay = useOverlay();
  const { key } = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isOurs || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
      event.preventDefault();
      showOverlay(document.querySelector('[data-palette]') ? null : 'palette');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: walking to another page closes it
  useEffect(() => showOverlay(null), [key]);
  const close = () => showOverlay(null);
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <PaletteDialog close={close} />}
      {overlay === 'shortcuts' && <ShortcutsDialog close={close} />}
    </Suspense>
  );
}
