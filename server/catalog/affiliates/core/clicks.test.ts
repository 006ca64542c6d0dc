import { describe, expect, test } from 'vitest';
import { lastOpened, type OpenedLink, readOpened, withOpened, writeOpened } from './clicks.ts';

const link = (code: string, day = 100, eventId = 1): OpenedLink => ({ eventId, code, day });

test('what is written is read again', () => {
  const opened = [link('RADIO-1'), link('ana_b', 99, 2)];
  expect(readOpened(writeOpened(opened))).toEqual(opened);
});

test.each([
  undefined,
  '',
  'nonsense',
  '1~AB~100',
  '0~ABC~100',
  '1~A B~100',
  `1~${'A'.repeat(51)}~100`,
  '1~ABC~x',
  '~~',
])('%j holds no link', (cookie) => {
  expect(readOpened(cookie)).toEqual([]);
});

describe('a click', () => {
  test('is one for each browser, affiliate and day', () => {
    const first = withOpened([], link('RADIO'));
    expect(first.isClick).toBe(true);
    expect(withOpened(first.opened, link('radio')).isClick).toBe(false);
    expect(withOpened(first.opened, link('RADIO', 101)).isClick).toBe(true);
    expect(withOpened(first.opened, link('OTHER')).isClick).toBe(true);
    expect(withOpened(first.opened, link('RADIO', 100, 2)).isClick).toBe(true);
  });

  test('of another affiliate in between does not make the first count again', () => {
    const both = withOpened(withOpened([], link('RADIO')).opened, link('OTHER')).opened;
    expect(withOpened(both, link('RADIO')).isClick).toBe(false);
  });
});

describe('an order', () => {
  test('counts for the link that was opened last', () => {
    const opened = [link('RADIO'), link('OTHER'), link('ELSEWHERE', 100, 2)];
    expect(lastOpened(opened, 1, 100)).toBe('OTHER');
    expect(lastOpened(withOpened(opened, link('RADIO')).opened, 1, 100)).toBe('RADIO');
    expect(lastOpened(opened, 3, 100)).toBeNull();
  });

  test('counts for thirty days', () => {
    expect(lastOpened([link('RADIO')], 1, 129)).toBe('RADIO');
    expect(lastOpened([link('RADIO')], 1, 130)).toBeNull();
  });

  test('does not count for a day that has not come', () => {
    expect(lastOpened([link('RADIO', 9999)], 1, 100)).toBeNull();
  });
});

test('a browser that opened many links forgets the oldest', () => {
  let opened: OpenedLink[] = [];
  for (let n = 1; n <= 25; n += 1) opened = withOpened(opened, link('RADIO', 100, n)).opened;
  expect(opened).toHaveLength(20);
  expect(opened.at(0)?.eventId).toBe(6);
});
