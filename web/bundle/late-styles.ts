import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, Plugin } from 'vite';
import { pagesOf } from './first-words.ts';

const MANIFEST = '.vite/manifest.json';
const ROUTE = '?__react-router-build-client-route';

/**
 * Lets a page load each style sheet once. What a page imports late may need a sheet that the page has named itself.
 * React Router marks the address of such a sheet with a `#`, so that it is loaded again and stays when another page
 * takes the first one away. The browser then styles and lays out the whole document once more. That is not needed
 * where every page that may load the sheet late names it itself. Such sheets are moved from the chunks to the routes
 * that name them, where React Router does not take them for late ones.
 */
export function lateStyles(): Plugin {
  let app = '';
  return {
    name: 'late-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ root }) {
      app = join(root, 'app/');
    },
    generateBundle: {
      // After Vite has written its manifest.
      order: 'post',
      async handler(_options, bundle) {
        const asset = bundle[MANIFEST];
        if (asset?.type !== 'asset') throw new Error(`The build has no ${MANIFEST}`);
        const { default: routes } = await import(pathToFileURL(join(app, 'routes.ts')).href);
        const pages = pagesOf(routes).map(({ files }) =>
          ['root.tsx', ...files].map((file) => `app/${file}${ROUTE}`),
        );
        const manifest: Manifest = JSON.parse(String(asset.source));
        asset.source = JSON.stringify(withStylesOfRoutes(manifest, pages), null, 2);
      },
    },
  };
}

/**
 * The manifest with the sheets of routes at the routes, unless a page may load them late that does not name them.
 * @param pages the routes of each page in the manifest, from the root to the page itself
 */
export function withStylesOfRoutes(manifest: Manifest, pages: readonly (readonly string[])[]): Manifest {
  const routes = new Map([...new Set(pages.flat())].map((route) => [route, stylesOf(manifest, route)]));
  const again = new Set<string>();
  for (const page of pages) {
    const named = new Set(page.flatMap((route) => routes.get(route)?.named ?? []));
    for (const sheet of page.flatMap((route) => routes.get(route)?.late ?? []))
      if (!named.has(sheet)) again.add(sheet);
  }
  const moved = new Set(
    [...routes.values()].flatMap(({ named }) => named).filter((sheet) => !again.has(sheet)),
  );
  return Object.fromEntries(
    Object.entries(manifest).map(([key, { css = [], ...chunk }]) => {
      // All sheets of a route, so that they keep their order.
      const own = routes.get(key)?.named ?? css.filter((sheet) => !moved.has(sheet));
      return [key, own.length > 0 ? { ...chunk, css: own } : chunk];
    }),
  );
}

/** The sheets that a route names, in the order of React Router, and those that it may load late. */
function stylesOf(manifest: Manifest, route: string): { named: string[]; late: string[] } {
  const named = new Set<string>();
  const late = new Set<string>();
  const visit = (key: string, isLate: boolean) => {
    const chunks = isLate ? late : named;
    if (chunks.has(key)) return;
    chunks.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported, isLate);
    for (const imported of manifest[key]?.dynamicImports ?? []) visit(imported, true);
  };
  visit(route, false);
  const sheets = (keys: Set<string>) => [...new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))];
  return { named: sheets(named), late: sheets(late) };
}
