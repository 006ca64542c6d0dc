import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { typedErrorMessage } from './field-words.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

it.each([
  ['prices.0.amount', { code: 'too_big', max: 99_999_999 }, 'EUR', 'Enter €999,999.99 or less.'],
  ['prices.0.amount', { code: 'too_small', min: 1 }, 'KWD', 'Enter KWD\u00a00.001 or more.'],
  ['prices.0.amount', { code: 'not_a_multiple', min: 10 }, 'KWD', 'Enter a multiple of KWD\u00a00.010.'],
  ['prices.0.quantity', { code: 'too_big', max: 2_147_483_647 }, undefined, 'Enter 2,147,483,647 or less.'],
  ['prices.0.quantity', { code: 'not_whole' }, undefined, 'Enter a whole number.'],
  ['prices.0.amount', { code: 'negative' }, 'EUR', 'The amount can’t be below zero.'],
])('%s: %j', (path, error, currency, words) => {
  expect(typedErrorMessage(i18n, { path, ...error }, currency)).toBe(words);
});
