import { expect, it } from 'vitest';
import { z } from 'zod';
import { judge } from '../form/judge.ts';
import { readTyped } from '../form/typed.ts';
import { readAnyWhole, readWhole } from './whole-number.ts';

it.each([
  ['80', 80],
  [' 80 ', 80],
  ['1,500', 1500],
  ['1.500', 1500],
  ['1’500', 1500],
  ['1\u00a0500', 1500],
  ['1 500 000', 1_500_000],
  ['0', 0],
  ['1.5', undefined],
  ['2,50', undefined],
  ['15.00', undefined],
  ['-3', undefined],
  ['', undefined],
  ['many', undefined],
])('reads %j as %s', (typed, whole) => {
  expect(readWhole(typed)).toBe(whole);
});

const oneToTen = z.strictObject({ number: z.number().int().min(1).max(10) });
const tries = { method: 'POST', path: '/tries' };

it.each([
  ['5', 5],
  ['1', 1],
  ['10', 10],
  ['', { code: 'required' }],
  ['1.5', { code: 'not_whole' }],
  ['many', { code: 'not_whole' }],
  ['0', { code: 'too_small', min: 1 }],
  ['-3', { code: 'too_small', min: 1 }],
  ['11', { code: 'too_big', max: 10 }],
  ['99999999999999999999', { code: 'too_big', max: 10 }],
])('takes %j from 1 to 10: %j', (typed, read) => {
  const text = readTyped();
  const number = text.whole('number', typed, readAnyWhole);
  const { body, wrong } = judge({ ...tries, body: oneToTen }, { number }, text);
  expect(body?.number ?? wrong).toEqual(typeof read === 'number' ? read : [{ path: 'number', ...read }]);
});
