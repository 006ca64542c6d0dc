import { useContext } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import { useNonce } from '../nonce.tsx';
import { LoadSoon } from './load-soon.tsx';

/**
 * Marks a route that React Router renders on the server but does not run in the browser. entry.client.tsx starts
 * its interactive part.
 */
export function isIslandHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isIsland' in handle && handle.isIsland === true;
}

/**
 * Loads the client entry without the router's data and modules, which `Scripts` would load. In development Vite's
 * refresh runtime must come first.
 */
export function IslandScript() {
  const nonce = useNonce();
  const manifest = useContext(FrameworkContext)?.manifest;
  if (!manifest) return null;
  const refresh = manifest.hmr?.runtime ? `import ${JSON.stringify(manifest.hmr.runtime)};` : '';
  return (
    <>
      <LoadSoon modules={['app/public/picker/island.tsx', 'locales/public/{locale}.po']} />
      <script
        type="module"
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses from the build's own manifest
        dangerouslySetInnerHTML={{ __html: `${refresh}import(${JSON.stringify(manifest.entry.module)});` }}
      />
    </>
  );
}
