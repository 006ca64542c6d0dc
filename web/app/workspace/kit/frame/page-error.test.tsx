import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/api/error.ts';
import { PageError } from './page-error.tsx';

/** The page instead of one that failed while it was shown. */
async function pageAfter(error: unknown): Promise<string> {
  const handler = createStaticHandler([
    { id: 'page', path: '*', Component: () => null, ErrorBoundary: PageError },
  ]);
  const context = await handler.query(new Request('http://localhost/manage/event/7/orders'));
  if (context instanceof Response) throw new Error('No page');
  context.errors = { page: error };
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </I18nProvider>,
  );
  return html;
}

test('too many tries are told as on any other page, with the time to wait', async () => {
  const busy = new ApiError({ status: 429, code: 'RATE_LIMITED', params: { retryAfter: 30 } });
  const page = await pageAfter(busy);
  expect(page).toContain('Please wait a moment.');
  expect(page).toContain('Try again in 30 seconds.');
});

test('what is not there is not found, and a fault is a line with another try', async () => {
  expect(await pageAfter(new ApiError({ status: 404, code: 'NOT_FOUND' }))).toContain(
    'This door doesn’t open.',
  );
  expect(await pageAfter(new ApiError({ status: 500, code: 'INTERNAL' }))).toContain(
    'This page could not load.',
  );
});
