import { useLingui } from '@lingui/react/macro';
import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { withWords } from '../../../platform/i18n/catalogues.ts';
import { notifyError } from '../frame/notify.tsx';
import { type Overlay, showOverlay, useOverlay } from '../frame/overlays.ts';
import { loadPanelsAhead } from '../menus/late-panels.ts';
import { useShortcuts } from './use-shortcuts.ts';

type Name = NonNullable<Overlay>;
type DialogProps = {
  close: () => void;
  /** What is typed in the palette, also before it has loaded. */
  query: string;
  setQuery: (query: string) => void;
};
type Dialog = ComponentType<DialogProps>;

const dialogs: Record<Name, () => Promise<Dialog>> = {
  palette: async () => (await withWords(import('./dialog.tsx'))).PaletteDialog,
  shortcuts: async () => (await withWords(import('./shortcuts-dialog.tsx'))).ShortcutsDialog,
};

/** The dialogs and the menus load this much later than the page, so that the page itself loads first. */
const afterPageMs = 2000;

/**
 * The command palette and the shortcuts of every page. Their dialogs load after the page, or earlier if the user opens
 * one.
 */
export function Palette() {
  useShortcuts();
  const overlay = useOverlay();
  const [query, setQuery] = useState('');
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
  useEffect(() => {
    if (overlay === null) return;
    // The dialog takes the focus a moment later. When it has closed, the focus returns to where it was.
    const from = document.activeElement;
    // People press the shortcut and type on. Until the field has the focus, letters were lost or taken for shortcuts of
    // the page.
    const onKey = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.key.length > 1;
      if (isOther || document.activeElement?.closest('[data-palette]')) return;
      event.preventDefault();
      setQuery((text) => text + event.key);
    };
    if (overlay === 'palette') document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      setQuery('');
      if (document.activeElement === document.body && from instanceof HTMLElement)
        from.focus({ preventScroll: true });
    };
  }, [overlay]);
  const Shown = useDialog(overlay);
  return Shown && <Shown close={() => showOverlay(null)} query={query} setQuery={setQuery} />;
}

/**
 * The dialog of an overlay, once it has loaded. If it can't be loaded, the page and the text typed in it stay
 * unchanged.
 */
function useDialog(overlay: Overlay): Dialog | undefined {
  const { i18n } = useLingui();
  const [loaded, setLoaded] = useState<Partial<Record<Name, Dialog>>>({});
  useEffect(() => {
    const timer = setTimeout(() => {
      // The dialogs load early, so that they also open without a network later. If one fails now, it is loaded again
      // when the user opens it.
      if (!navigator.onLine) return;
      loadPanelsAhead();
      for (const load of Object.values(dialogs)) load().catch(() => undefined);
    }, afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  const isMissing = overlay !== null && !loaded[overlay];
  useEffect(() => {
    if (!isMissing) return;
    dialogs[overlay]().then(
      (dialog) => setLoaded((before) => ({ ...before, [overlay]: dialog })),
      () => {
        showOverlay(null);
        notifyError(errorCodeMessage(i18n, navigator.onLine ? 'NETWORK' : 'OFFLINE'));
      },
    );
  }, [overlay, isMissing, i18n]);
  return overlay === null ? undefined : loaded[overlay];
}
