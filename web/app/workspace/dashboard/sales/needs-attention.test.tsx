import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { attentionRead } from '../reads.ts';
import { NeedsAttention } from './needs-attention.tsx';

const waiting = {
  currency: 'EUR',
  items: [{ kind: 'refund_requested', orders: 2, amount: 5000, dueAt: null }],
  stock: [],
};

test.each([
  [null, 'Buyers ask for €50.00. Their tickets stay valid until you approve or decline it.'],
  ['2027-06-01T10:00:00Z', 'Buyers ask for €50.00.'],
])('of an event called off at %s it says: %s', (calledOffAt, said) => {
  const client = new QueryClient();
  client.setQueryData(attentionRead(5).queryKey, waiting);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <MemoryRouter>
          <NeedsAttention event={{ id: 5, timezone: 'Europe/Madrid', calledOffAt }} />
        </MemoryRouter>
      </I18nProvider>
    </QueryClientProvider>,
  );
  const [, reason = ''] = /<p\b[^>]*>(.*?)<\/p>/.exec(html) ?? [];
  expect(
    reason
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe(said);
});
