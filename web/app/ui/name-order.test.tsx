import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NameOrder } from './name-order.tsx';

test.each([
  ['en', '<i>first</i><b>last</b>'],
  ['es', '<i>first</i><b>last</b>'],
  ['zh-cn', '<b>last</b><i>first</i>'],
])('the fields of a name in %s', (locale, html) => {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } });
  const fields = <NameOrder first={<i>first</i>} last={<b>last</b>} />;
  expect(renderToStaticMarkup(<I18nProvider i18n={i18n}>{fields}</I18nProvider>)).toBe(html);
});
