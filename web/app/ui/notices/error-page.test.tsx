import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type ErrorKind, ErrorPage } from './error-page.tsx';
import { NoEventPage } from './no-event-page.tsx';

/** The links of the page, in their order. */
const linksOf = (path: string, kind: ErrorKind, isFramed = false) =>
  linksIn(path, <ErrorPage kind={kind} isFramed={isFramed} />);

function linksIn(path: string, page: ReactNode): string[] {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
    </I18nProvider>,
  );
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
}

test.each<[string, ErrorKind, string[]]>([
  ['/nothing/here', 'not-found', ['/event', '/event', '/']],
  ['/order/1/o_x', 'failed', ['/event', '/order/1/o_x', '/event', '/']],
])('a buyer at %s (%s) is led to the directory before the organizers’ login', (path, kind, links) => {
  expect(linksOf(path, kind)).toEqual(links);
});

test('who looks for an event that is gone may have a ticket to it', () => {
  expect(linksIn('/event/1/gone', <NoEventPage />)).toEqual(['/event', '/event', '/tickets/find', '/']);
});

test.each<[string, boolean]>([
  ['/manage/event/1', true],
  ['/manage/nowhere', false],
  ['/auth/nowhere', false],
  ['/check-in/cl_x', false],
])('at %s nobody looks for an event', (path, isFramed) => {
  expect(linksOf(path, 'not-found', isFramed)).not.toContain('/event');
});
