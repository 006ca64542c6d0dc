import { expect, test } from 'vitest';
import { whenThere } from './patience.ts';

const away = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' });
const failing = (times: number, error: () => Error) => {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error();
    return 'done';
  };
};

test('a start waits for its database and says so once, not with every try', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  expect(await whenThere(failing(5, away), { say, pauseMs: 1 })).toBe('done');
  expect(lines).toEqual([
    'The database does not answer (the database system is starting up): waiting for it, 120 s more',
  ]);
});

test.each([
  ['a connection that was never made', () => new Error('timeout expired')],
  ['a failed migration', () => new Error('Migration 0001 failed', { cause: away() })],
  [
    'a server that became read-only',
    () => Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
  ],
])('%s is waited for', async (_, error) => {
  expect(await whenThere(failing(1, error), { say: () => undefined, pauseMs: 1 })).toBe('done');
});

test('the patience ends, and an error of ours ends it at once', async () => {
  const options = { say: () => undefined, patienceMs: 30, pauseMs: 5 };
  await expect(whenThere(failing(1_000, away), options)).rejects.toThrow('starting up');
  const wrong = failing(1, () => new Error('a mistake'));
  await expect(whenThere(wrong, options)).rejects.toThrow('a mistake');
  expect(await wrong()).toBe('done');
});
