import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { NarrowContext } from '../display/use-narrow.ts';
import { Toolbar } from './toolbar.tsx';
import type { ListControls } from './use-list.ts';

const list = {
  view: { page: 1, perPage: 20, query: '', sortBy: 'name', sortDirection: 'asc', filters: [] },
  change: vi.fn(),
} as unknown as ListControls;

test.each([
  ['a desktop', false, 'Name, email or order number'],
  ['a phone, where the label has no room,', true, 'Search'],
])(
  'on %s the empty search box shows words that fit, and its name says what it searches',
  (_, narrow, shown) => {
    const html = renderToStaticMarkup(
      <MantineProvider>
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          <NarrowContext.Provider value={narrow}>
            <Toolbar list={list} searchLabel="Name, email or order number" sorts={[]} />
          </NarrowContext.Provider>
        </I18nProvider>
      </MantineProvider>,
    );
    const [box = ''] = /<input[^>]*role="searchbox"[^>]*>/.exec(html) ?? [];
    expect(box).toContain(`placeholder="${shown}"`);
    expect(box).toContain('aria-label="Name, email or order number"');
  },
);
