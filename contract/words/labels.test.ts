import { expect, test } from 'vitest';
import { labelled, quoted } from './labels.ts';

test('a label has the colon of the language', () => {
  expect(labelled('Total', '10 €', 'es')).toBe('Total: 10 €');
  expect(labelled('Total', '10 €', 'fr')).toBe('Total\u00a0: 10 €');
  expect(labelled('合计', '¥10', 'zh-cn')).toBe('合计：¥10');
});

test.each([
  ['en', '“no $& such box”'],
  ['de', '„no $& such box“'],
  ['es', '«no $& such box»'],
  ['fr', '«\u202fno $& such box\u202f»'],
  ['pt-br', '“no $& such box”'],
  ['zh-cn', '“no $& such box”'],
])('what somebody said has the quotes of %s', (locale, shown) => {
  expect(quoted('no $& such box', locale)).toBe(shown);
});
