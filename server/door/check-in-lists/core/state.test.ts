import { describe, expect, test } from 'vitest';
import { listState } from './state.ts';

describe('listState', () => {
  const at = (iso: string) => new Date(iso);
  const window = {
    activatesAt: at('2027-06-11T16:00:00Z'),
    expiresAt: at('2027-06-12T04:00:00Z'),
    closedAt: null,
  };
  test.each([
    ['2027-06-11T15:59:59.999Z', 'not_active'],
    ['2027-06-11T16:00:00Z', 'active'],
    ['2027-06-12T03:59:59.999Z', 'active'],
    ['2027-06-12T04:00:00Z', 'expired'],
  ] as const)('%s is %s', (now, state) => {
    expect(listState(window, at(now))).toBe(state);
  });
  test('no window means always', () => {
    const always = { activatesAt: null, expiresAt: null, closedAt: null };
    expect(listState(always, at('2030-01-01T00:00:00Z'))).toBe('active');
  });
  test('a closed list is closed at any time', () => {
    const closed = { ...window, closedAt: at('2027-06-11T17:00:00Z') };
    expect(listState(closed, at('2027-06-11T18:00:00Z'))).toBe('closed');
    expect(listState(closed, at('2027-06-11T10:00:00Z'))).toBe('closed');
  });
});
