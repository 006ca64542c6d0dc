import { DOOR_BEAT_MS } from '@entrada/contract/door/live-door';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Source } from '../../platform/live/event-stream.ts';
import { createDoorStream } from './door-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream from sources that the test plays. */
function play(token: string | null = null) {
  const opened: { url: string; hear: (name: string, data?: unknown) => void; isOpen: boolean }[] = [];
  const told: unknown[] = [];
  const stream = createDoorStream({
    listShortId: 'cl_1',
    token: () => token,
    open: (url) => {
      const listeners = new Map<string, (event: MessageEvent<string>) => void>();
      const source: Source = {
        addEventListener: (name, listen) => void listeners.set(name, listen),
        close: () => {
          one.isOpen = false;
        },
      };
      const one = {
        url,
        isOpen: true,
        hear: (name: string, data: unknown = {}) =>
          listeners.get(name)?.({ data: JSON.stringify(data) } as MessageEvent<string>),
      };
      opened.push(one);
      return source;
    },
    onCounts: (counts) => told.push(counts),
    onScans: () => told.push('scans'),
    onState: (state) => told.push(state),
    random: () => 1,
  });
  return { stream, opened, told };
}

test('a phone follows the counts and the scans with its token', () => {
  const { stream, opened, told } = play('t0k');
  stream.resume();
  expect(opened[0]?.url).toBe('/api/public/check-in-lists/cl_1/live?device=t0k');
  opened[0]?.hear('hello', { attendees: 9, checkedIn: 1 });
  opened[0]?.hear('scans', { scans: [] });
  opened[0]?.hear('beat');
  expect(told).toEqual([{ attendees: 9, checkedIn: 1 }, 'live', 'scans', 'live', 'live']);
});

test('a stream that says nothing for two beats is lost and opened again', () => {
  const { stream, opened, told } = play();
  stream.resume();
  opened[0]?.hear('hello', { attendees: 9, checkedIn: 1 });
  vi.advanceTimersByTime(2 * DOOR_BEAT_MS);
  expect(told.at(-1)).toBe('away');
  expect(opened[0]?.isOpen).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(opened[1]?.isOpen).toBe(true);
});

test('after the end of a link nobody comes back', () => {
  const { stream, opened, told } = play();
  stream.resume();
  opened[0]?.hear('end');
  stream.resume();
  vi.advanceTimersByTime(120_000);
  expect(told).toEqual(['over']);
  expect(opened).toHaveLength(1);
  expect(opened[0]?.isOpen).toBe(false);
});
