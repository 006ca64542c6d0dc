import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InParts } from './in-parts.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test.each([
  [1, 1, null],
  [50, 50, null],
  [51, 50, 1],
  [1_000, 50, 50],
])('of %i rows %i are rendered at first', (count, shown, more) => {
  const rows = Array.from({ length: count }, (_, n) => n);
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nProvider i18n={i18n}>
        <InParts rows={rows}>{(part) => part.map((n) => <i key={n}>{n}</i>)}</InParts>
      </I18nProvider>
    </MantineProvider>,
  );
  expect(html.match(/<i>/g)?.length).toBe(shown);
  expect(/<button/.test(html)).toBe(more !== null);
  if (more !== null) expect(html.replace(/<[^>]*>/g, ' ')).toMatch(new RegExp(`Show\\s+${more}\\s+more`));
});
