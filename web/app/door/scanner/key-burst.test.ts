import { expect, test } from 'vitest';
import { createKeyBurst, IN_A_FIELD } from './key-burst.ts';

function type(keys: string[], gap: number) {
  const read = createKeyBurst();
  return keys.map((key, index) => read(key, index * gap)).at(-1);
}

test('a quick burst that ends in Enter is a code', () => {
  expect(type([...'E1.abcDEF', 'Enter'], 8)).toEqual({ kind: 'code', code: 'E1.abcDEF' });
});

test('modifier keys between the characters do not break it', () => {
  expect(type(['Shift', 'E', '1', '.', 'a', 'Shift', 'B', 'c', 'Enter'], 8)).toEqual({
    kind: 'code',
    code: 'E1.aBc',
  });
});

test('hands are too slow to be taken for a scanner', () => {
  expect(type([...'4006381333931', 'Enter'], 180)).toEqual({ kind: 'enter' });
});

test('a slow scanner is read whole, or from the beginning on, so that the answer is to scan again', () => {
  expect(type([...'E1.abcDEF', 'Enter'], 180)).toEqual({ kind: 'code', code: 'E1.abcDEF' });
  const read = createKeyBurst();
  const keys = [...'E1.abc', ...'DEF', 'Enter'];
  const steps = keys.map((key, index) => read(key, index * 8 + (index > 5 ? 1_500 : 0)));
  expect(steps.at(-1)).toEqual({ kind: 'code', code: 'E1.abcDEF' });
  const later = createKeyBurst();
  for (const [index, key] of [...'E1.abc'].entries()) later(key, index * 8);
  expect([...'4006381', 'Enter'].map((key, index) => later(key, 5_000 + index * 8)).at(-1)).toEqual({
    kind: 'code',
    code: '4006381',
  });
});

test('a plain Enter stays an Enter', () => {
  expect(type(['Enter'], 8)).toEqual({ kind: 'enter' });
});

test('in a field a code is longer and faster than anybody types', () => {
  const read = (text: string, gap: number) => {
    const step = createKeyBurst(IN_A_FIELD);
    return [...text, 'Enter'].map((key, index) => step(key, index * gap)).at(-1);
  };
  expect(read('E1.abcDEF0', 20)).toEqual({ kind: 'code', code: 'E1.abcDEF0' });
  expect(read('Marina', 20)).toEqual({ kind: 'enter' });
  expect(read('Marina Llorens', 80)).toEqual({ kind: 'enter' });
});
