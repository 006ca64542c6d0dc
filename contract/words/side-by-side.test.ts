import { expect, test } from 'vitest';
import { asTyped, listed, oneAfterAnother, sideBySide, withNote } from './side-by-side.ts';

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
