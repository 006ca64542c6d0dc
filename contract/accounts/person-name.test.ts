import { expect, test } from 'vitest';
import { callName, lastNameFirst, lastNamePlace, nameSpellings, personName } from './person-name.ts';

test.each([
  ['Lucía', 'Ferrer Soler', 'Lucía Ferrer Soler', 'Lucía'],
  ['小明', '王', '王小明', '王小明'],
  [' 娜 ', '欧阳 ', '欧阳娜', '欧阳娜'],
  ['桜', '佐々木', '佐々木桜', '佐々木桜'],
  ['サクラ', '佐藤', '佐藤サクラ', '佐藤サクラ'],
  ['민준', '김', '김민준', '김민준'],
  ['マリア', 'ガルシア', 'マリア ガルシア', 'マリア'],
  ['Xiaoming', '王', 'Xiaoming 王', 'Xiaoming'],
  ['王小明', '', '王小明', '王小明'],
  ['Ana', '', 'Ana', 'Ana'],
  ['', 'Roig', 'Roig', ''],
  [null, undefined, '', ''],
])('%s and %s is %s, called %s', (firstName, lastName, full, called) => {
  expect(personName({ firstName, lastName })).toBe(full);
  expect(callName({ firstName, lastName })).toBe(called);
});

test.each([
  ['Lucía', 'Ferrer Soler', 'Ferrer Soler Lucía', undefined],
  ['Ana María', 'Ferrer', 'Ferrer Ana María', 10],
  ['Ana', '', ' Ana', undefined],
  ['Ana Ferrer', '', ' Ana Ferrer', 11],
  ['', 'Roig', 'Roig ', 0],
  ['小明', '王', '王 小明', -1],
  ['娜', '欧阳', '欧阳 娜', -2],
  ['王小明', '', ' 王小明', undefined],
])('%s and %s is sorted as %s', (firstName, lastName, sorted, place) => {
  expect(lastNamePlace({ firstName, lastName })).toBe(place);
  expect(lastNameFirst(personName({ firstName, lastName }), place)).toBe(sorted);
});

test('a name without a space is also looked for in its two parts', () => {
  expect(nameSpellings('王小明')).toEqual(['王小明', '小明 王', '明 王小']);
  expect(nameSpellings('王')).toEqual(['王']);
  expect(nameSpellings('ana')).toEqual(['ana']);
});
