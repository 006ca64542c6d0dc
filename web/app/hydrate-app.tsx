import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { i18nContext, loadCatalogues, loadLater } from './platform/i18n/catalogues.ts';
import { createI18n } from './platform/i18n/i18n.ts';
import { pageNonce } from './platform/nonce.tsx';
import { readFirstWords } from './platform/scripts/load-soon.tsx';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with the browser's own
  interface Window {
    // React Router stores the modules of the rendered routes here before this file runs.
    __reactRouterRouteModules?: Record<string, { handle?: unknown }>;
    // Libraries that write styles at run time, such as the scroll lock of modals, look for a nonce here.
    __webpack_nonce__?: string;
  }
}

async function start(): Promise<void> {
  window.__webpack_nonce__ = pageNonce();
  const locale = document.documentElement.dataset['locale'] ?? 'en';
  const handles = Object.values(window.__reactRouterRouteModules ?? {}).map((module) => module.handle);
  const first = await readFirstWords();
  const i18n = createI18n(locale, first ?? (await loadCatalogues(handles, locale)));
  if (first) loadLater(i18n, handles);
  const getContext = () => {
    const context = new RouterContextProvider();
    context.set(i18nContext, i18n);
    return context;
  };
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <HydratedRouter getContext={getContext} />
        </I18nProvider>
      </StrictMode>,
    );
  });
}

void start();
