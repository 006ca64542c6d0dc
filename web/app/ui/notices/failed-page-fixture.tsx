import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  StaticRouterProvider,
} from 'react-router';

type Failed = {
  ErrorBoundary: ComponentType;
  path: string;
  /** What fails while the page loads. */
  loader?: LoaderFunction;
  /** What fails while the page is shown. */
  error?: unknown;
};

/** The page that stands instead of one that failed: its HTML in English, and the status that it is answered with. */
export async function pageAfter({ ErrorBoundary, path, loader, error }: Failed) {
  const handler = createStaticHandler([
    { id: 'page', path: '*', ...(loader && { loader }), Component: () => null, ErrorBoundary },
  ]);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error('No page');
  if (error !== undefined) context.errors = { page: error };
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </I18nProvider>,
  );
  return { html, status: context.statusCode };
}
