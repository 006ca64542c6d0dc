import { expect, test } from 'vitest';
import { type ActionBody, stepsBack } from './steps-back.ts';

const rows = (count: number, from = 1) => Array.from({ length: count }, (_, nth) => from + nth);
const idsOf = (step: ActionBody<string>) => ('ids' in step ? step.ids : []);
const reply = (count: number) => ({ changed: rows(count), kept: [] });

test('2,300 rows are undone in three requests that name each of them once', () => {
  const steps = stepsBack(reply(2_300), 'switch-on');
  expect(steps.map((step) => [step.action, idsOf(step).length])).toEqual([
    ['switch-on', 1_000],
    ['switch-on', 1_000],
    ['switch-on', 300],
  ]);
  expect(steps.flatMap(idsOf)).toEqual(rows(2_300));
});

test('requests made from the reply are split likewise, and keep their order', () => {
  const steps = stepsBack({ ...reply(1_001), wereLive: rows(2) }, ({ changed, wereLive }) => [
    { action: 'restore', ids: changed },
    { action: 'publish', ids: wereLive },
  ]);
  expect(steps).toEqual([
    { action: 'restore', ids: rows(1_000) },
    { action: 'restore', ids: [1_001] },
    { action: 'publish', ids: [1, 2] },
  ]);
});

test.each([
  ['nothing changed', 0, 'switch-on'],
  ['there is no way back', 5, null],
])('nothing to send if %s', (_, count, undo) => {
  expect(stepsBack(reply(count), undo)).toEqual([]);
});
