import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

test('names stand side by side with the comma of the language, and what is missing leaves no trace', () => {
  expect(sideBySide(['Day ticket', '', null, 'Early bird', false], 'es')).toBe('Day ticket, Early bird');
  expect(sideBySide(['日票', '早鸟'], 'zh-cn')).toBe('日票，早鸟');
  expect(sideBySide(['日票', ''], 'zh-cn')).toBe('日票');
  expect(sideBySide([], 'de')).toBe('');
});
