import { LIVE } from '@entrada/contract/insight/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Source } from '../../../platform/live/event-stream.ts';
import { createConnection } from './connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection to sources that the test plays. */
function play() {
  const opened: {
    url: string;
    isOpen: boolean;
    hear: (name: string, id: string, data?: unknown) => void;
    fail: () => void;
  }[] = [];
  const told: unknown[] = [];
  const connection = createConnection({
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
        hear: (name: string, id: string, data: unknown = {}) =>
          listeners.get(name)?.({ data: JSON.stringify(data), lastEventId: id } as MessageEvent<string>),
        fail: () => listeners.get('error')?.({} as MessageEvent<string>),
      };
      opened.push(one);
      return source;
    },
    onChanges: ({ changes }, isBefore) => told.push(isBefore ? ['before', ...changes] : changes),
    onReset: () => told.push('reset'),
    onState: (state) => told.push(state),
    pageAge: () => 7.2,
    random: () => 1,
  });
  return { connection, opened, told };
}

test('begins with the age of the page and comes back by the last id, after pauses that double', () => {
  const { connection, opened, told } = play();
  connection.resume();
  connection.resume();
  expect(opened.map(({ url }) => url)).toEqual(['/api/live?age=8']);
  opened[0]?.hear('changes', 'e-1-1', { changes: [4] });
  opened[0]?.hear('hello', 'e-1-1');
  opened[0]?.hear('changes', 'e-2-1', { changes: [5] });
  expect(told).toEqual([['before', 4], 'live', 'live', [5], 'live']);
  for (const pause of [1_000, 2_000, 4_000]) {
    opened.at(-1)?.fail();
    expect(opened.at(-1)?.isOpen).toBe(false);
    const before = opened.length;
    vi.advanceTimersByTime(pause - 1);
    expect(opened.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(opened.at(-1)?.url).toBe('/api/live?after=e-2-1');
  }
  for (let nth = 0; nth < 9; nth += 1) {
    opened.at(-1)?.fail();
    vi.advanceTimersByTime(60_000);
  }
  expect(opened.length).toBe(13);
});

test('a connection on which nothing comes is given up, and a beat keeps it', () => {
  const { connection, opened } = play();
  connection.resume();
  for (let nth = 0; nth < 5; nth += 1) {
    vi.advanceTimersByTime(LIVE.beatMs * 2);
    opened[0]?.hear('beat', 'e-1-1');
  }
  expect(opened.length).toBe(1);
  vi.advanceTimersByTime(LIVE.beatMs * 2.5 + 1_000);
  expect(opened.length).toBe(2);
});

test('a pause leaves at once and hears nothing more; the way back asks for what was missed', () => {
  const { connection, opened, told } = play();
  connection.resume();
  opened[0]?.hear('hello', 'e-1-1');
  connection.pause();
  vi.advanceTimersByTime(600_000);
  opened[0]?.hear('changes', 'e-9-1', { changes: [1] });
  expect(opened.length).toBe(1);
  expect(told).toEqual(['live']);
  connection.resume();
  expect(opened[1]?.url).toBe('/api/live?after=e-1-1');
  opened[1]?.hear('reset', 'e-9-9');
  expect(told.slice(1)).toEqual(['reset', 'live']);
});

test('after the end of the session it does not come back', () => {
  const { connection, opened, told } = play();
  connection.resume();
  opened[0]?.hear('end', 'e-1-1');
  connection.resume();
  vi.advanceTimersByTime(600_000);
  expect(opened.length).toBe(1);
  expect(told).toEqual(['over']);
});
