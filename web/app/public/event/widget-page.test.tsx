import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/error.ts';
import { ErrorBoundary } from './widget-page.tsx';

test.each([
  [429, 'Try again in 30 seconds.'],
  [500, 'The fault is ours'],
])('a widget that answers %i says what happened', async (status, words) => {
  const loader = () => {
    throw new ApiError({ status, code: 'RATE_LIMITED', params: { retryAfter: 30 } });
  };
  const handler = createStaticHandler([
    { id: 'page', path: '*', loader, Component: () => null, ErrorBoundary },
  ]);
  const context = await handler.query(new Request('http://localhost/widget/7'));
  if (context instanceof Response) throw new Error('No page');
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </I18nProvider>,
  );
  expect(context.statusCode).toBe(status);
  expect(html).toContain(words);
});
