import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Steps } from './frame.tsx';

function stepsOf(order: { total: number; lines: { admits: boolean }[] }): string[] {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Steps order={order as BuyerOrder} step="details" />
    </I18nProvider>,
  );
  return [...html.matchAll(/<\/span>(\w+)/g)].map(([, word = '']) => word);
}

test('the last step names tickets only where there are tickets', () => {
  const [ticket, support] = [{ admits: true }, { admits: false }];
  expect(stepsOf({ total: 500, lines: [support, ticket] })).toEqual(['Details', 'Payment', 'Tickets']);
  expect(stepsOf({ total: 500, lines: [support] })).toEqual(['Details', 'Payment', 'Order']);
  expect(stepsOf({ total: 0, lines: [support] })).toEqual(['Details', 'Order']);
});
