import type { ServerBuild } from 'react-router';
import * as entry from '../../entry.server.tsx';
import * as root from '../../root.tsx';

const manifestRoute = { module: '/route.js', hasLoader: true, hasAction: false, hasErrorBoundary: false };

/** A build of the site with one page, at every path. Only what rendering reads: no test serves its files. */
export const buildWith = (page: object): ServerBuild =>
  ({
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: root },
      page: { id: 'page', parentId: 'root', path: '*', module: page },
    },
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: { root: { id: 'root', path: '', ...manifestRoute }, page: { id: 'page', ...manifestRoute } },
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  }) as unknown as ServerBuild;
