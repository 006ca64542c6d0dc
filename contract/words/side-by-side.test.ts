import { expect, test } from 'vitest';
import { asTyped, labelled, listed, oneAfterAnother, quoted, sideBySide, withNote } from './side-by-side.ts';

test('names stand side by side with the comma of the language, and what is missing leaves no trace', () => {
  expect(sideBySide(['Day ticket', '', null, 'Early bird', false], 'es')).toBe('Day ticket, Early bird');
  expect(sideBySide(['日票', '早鸟'], 'zh-cn')).toBe('日票，早鸟');
  expect(sideBySide(['日票', ''], 'zh-cn')).toBe('日票');
  expect(sideBySide([], 'de')).toBe('');
});

test('names whose reader is not known have the comma of their own script', () => {
  expect(asTyped(['日票', '早鸟'])).toBe('日票，早鸟');
  expect(asTyped(['日票', 'VIP'])).toBe('日票, VIP');
  expect(asTyped(['Day ticket', null, 'Early bird'])).toBe('Day ticket, Early bird');
  expect(asTyped(['日票', ''])).toBe('日票');
});

test('things that may hold commas are parted by the semicolon of the language', () => {
  expect(oneAfterAnother(['a', '', 'b'], 'fr')).toBe('a; b');
  expect(oneAfterAnother(['红色', '蓝色'], 'zh-cn')).toBe('红色；蓝色');
});

test('a note stands in the brackets of the language', () => {
  expect(withNote('Created', 'Europe/Madrid', 'en')).toBe('Created (Europe/Madrid)');
  expect(withNote('创建时间', 'Europe/Madrid', 'zh-cn')).toBe('创建时间（Europe/Madrid）');
});

test('names of one kind stand in a row as the language writes it', () => {
  expect(listed(['Pending', '', 'Paid'], 'en')).toBe('Pending, Paid');
  expect(listed(['待付款', '已付款'], 'zh-cn')).toBe('待付款、已付款');
});

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
