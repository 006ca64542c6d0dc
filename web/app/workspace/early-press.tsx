import { useEffect } from 'react';
import { useNonce } from '../platform/nonce.tsx';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with the browser's own
  interface Window {
    /** Ends the watch for early presses. Answers the button that was pressed last. */
    __takeEarlyPress?: () => Element | null;
  }
}

/** Runs before the scripts of the page have loaded. */
const watch = `(() => {
  let last = null;
  const keep = ({ target }) => {
    last = target instanceof Element ? target.closest('button[type="button"]') : null;
  };
  addEventListener('click', keep, true);
  window.__takeEarlyPress = () => {
    removeEventListener('click', keep, true);
    return last;
  };
})();`;

/**
 * A document shows its data and its buttons before its scripts have loaded. A press on a button meanwhile is kept and
 * repeated once the button works.
 */
export function EarlyPress() {
  const nonce = useNonce();
  useEffect(() => {
    const button = window.__takeEarlyPress?.();
    delete window.__takeEarlyPress;
    if (button instanceof HTMLButtonElement && button.isConnected && !button.disabled) button.click();
  }, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: watch }}
    />
  );
}
