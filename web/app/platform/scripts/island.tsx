import { useContext } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import { useNonce } from '../nonce.tsx';
import { useFilesOf } from './load-soon.tsx';

/**
 * Marks a route that React Router renders on the server but does not run in the browser. entry.client.tsx starts
 * its interactive part.
 */
export function isIslandHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isIsland' in handle && handle.isIsland === true;
}

const MODULES = ['app/public/picker/island.tsx', 'locales/public/{locale}.po'];

/**
 * Loads the island's own file without the router's data and modules, which `Scripts` would load. In development, where
 * that file has no address of its own, it loads the client entry, and Vite's refresh runtime must come first.
 */
export function IslandScript() {
  const nonce = useNonce();
  const files = useFilesOf(MODULES);
  const manifest = useContext(FrameworkContext)?.manifest;
  if (!manifest) return null;
  const refresh = manifest.hmr?.runtime ? `import ${JSON.stringify(manifest.hmr.runtime)};` : '';
  return (
    <script
      type="module"
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses from the build's own manifest
      dangerouslySetInnerHTML={{
        __html: refresh + startAfterPaint(files[0] ?? manifest.entry.module, files),
      }}
    />
  );
}

/**
 * A script that loads the entry, and at the same time what the entry imports, once the page has been painted: until
 * then a phone's network belongs to the styles, the faces and the cover. A tab in the background and a frame out of
 * sight are not painted, so they start at once.
 */
export const startAfterPaint = (entry: string, files: readonly string[]) => `
const start = () => {
  for (const href of ${JSON.stringify(files)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import(${JSON.stringify(entry)});
};
const paints = new PerformanceObserver((seen) => {
  if (seen.getEntriesByName('first-contentful-paint').length === 0) return;
  paints.disconnect();
  start();
});
if (document.hidden || window !== parent) start();
else paints.observe({ type: 'paint', buffered: true });`;
