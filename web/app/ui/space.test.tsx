import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Field } from './form/field.tsx';
import { Comma, Space } from './space.tsx';

const shown = (what: React.ReactNode, locale: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale, messages: { [locale]: {} } })}>{what}</I18nProvider>,
  ).replace(/<[^>]+>/g, '');

it.each([
  ['en', 'One. Two, 10:00'],
  ['zh-cn', 'One.Two，10:00'],
])('the signs between two parts are those of the language, in %s', (locale, expected) => {
  const line = (
    <>
      One.
      <Space />
      Two
      <Comma />
      10:00
    </>
  );
  expect(shown(line, locale)).toBe(expected);
});

it.each([
  ['en', 'Ends (optional)'],
  ['zh-cn', 'Ends(optional)'],
])('the note of an optional field follows its label, in %s', (locale, expected) => {
  const field = (
    <Field label="Ends" optional>
      {() => null}
    </Field>
  );
  expect(shown(field, locale)).toBe(expected);
});
