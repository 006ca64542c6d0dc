import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchNear } from './near.ts';

let see: (isIntersecting: boolean) => void = () => expect.fail('nobody looks');
const disconnect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  disconnect.mockClear();
  class Observer {
    constructor(told: (seen: { isIntersecting: boolean }[]) => void) {
      see = (isIntersecting) => told([{ isIntersecting }]);
    }
    observe = vi.fn();
    disconnect = disconnect;
  }
  vi.stubGlobal('IntersectionObserver', Observer);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const watch = () => {
  const tell = vi.fn();
  return { tell, stop: watchNear({} as Element, tell) };
};

test('what is far from the window waits until it comes near', () => {
  const { tell } = watch();
  see(false);
  vi.advanceTimersByTime(1999);
  expect(tell).not.toHaveBeenCalled();
  see(true);
  expect(tell).toHaveBeenCalledOnce();
});

test('it does not wait for ever for somebody who does not scroll', () => {
  const { tell } = watch();
  see(false);
  vi.advanceTimersByTime(2000);
  expect(tell).toHaveBeenCalledOnce();
});

test('nothing is told of a place that has gone', () => {
  const { tell, stop } = watch();
  stop();
  vi.advanceTimersByTime(5000);
  expect(tell).not.toHaveBeenCalled();
  expect(disconnect).toHaveBeenCalledOnce();
});
