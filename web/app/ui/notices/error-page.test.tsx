import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type ErrorKind, ErrorPage } from './error-page.tsx';

/** The links of the page, in their order. */
function linksOf(path: string, kind: ErrorKind, isFramed = false): string[] {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <MemoryRouter initialEntries={[path]}>
        <ErrorPage kind={kind} isFramed={isFramed} />
      </MemoryRouter>
    </I18nProvider>,
  );
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
}

test.each<[string, ErrorKind, string[]]>([
  ['/nothing/here', 'not-found', ['/event', '/event', '/']],
  ['/event/1/gone', 'no-event', ['/event', '/event', '/tickets/find', '/']],
  ['/order/1/o_x', 'failed', ['/event', '/order/1/o_x', '/event', '/']],
])('a buyer at %s (%s) is led to the directory before the organizers’ login', (path, kind, links) => {
  expect(linksOf(path, kind)).toEqual(links);
});

test.each<[string, boolean]>([
  ['/manage/event/1', true],
  ['/manage/nowhere', false],
  ['/auth/nowhere', false],
  ['/check-in/cl_x', false],
])('at %s nobody looks for an event', (path, isFramed) => {
  expect(linksOf(path, 'not-found', isFramed)).not.toContain('/event');
});
