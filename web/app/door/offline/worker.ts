import { withWords } from '../../platform/i18n/catalogues.ts';

const SCRIPT = '/check-in/worker.js';

/**
 * Lets this page open without a network (web/bundle/door-worker.js). It keeps the page itself and what it has loaded; what
 * loads late is loaded now. Never throws: without it the page needs the network to open, not to go on.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(SCRIPT, { scope: '/check-in/', updateViaCache: 'none' });
    // What opens late needs all words of the door, which load now.
    await withWords(import('./parts/sheet.tsx'));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: 'keep', page: location.pathname, files: loadedFiles() });
  } catch {
    // The browser refuses workers, as some do in private windows, or the network went away.
  }
}

/** The files of this site that the page has loaded. */
function loadedFiles(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const named = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href);
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
  const paths = [...loaded, ...named, ...scripts].flatMap((address) => {
    const url = new URL(address, location.href);
    return url.origin === location.origin && url.pathname.startsWith('/assets/') ? [url.pathname] : [];
  });
  return [...new Set([...paths, '/favicon.svg'])];
}
