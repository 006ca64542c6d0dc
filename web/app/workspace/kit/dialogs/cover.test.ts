import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const window = new EventTarget();
let coverDialogs: () => () => void;
let isCovered: () => boolean;

beforeAll(async () => {
  vi.stubGlobal('window', window);
  // Another file may have loaded it without a window. It begins to hear keys when it loads.
  vi.resetModules();
  ({ coverDialogs, isCovered } = await import('./cover.ts'));
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const press = () => window.dispatchEvent(new Event('keydown'));
/** What the drawers below find in the next press. They hear it after the module, which loads with the page. */
function inNextPress(): boolean {
  let found = false;
  window.addEventListener('keydown', () => (found = isCovered()), { capture: true, once: true });
  press();
  return found;
}

test('what a press closes counts as open until that press is over', () => {
  window.addEventListener('keydown', coverDialogs(), { capture: true, once: true });
  expect(inNextPress()).toBe(true);
  vi.runAllTimers();
  expect(isCovered()).toBe(false);
});

test('the next press finds it closed, even if it comes before any timer', () => {
  coverDialogs()();
  expect(inNextPress()).toBe(false);
});

test('a press leaves alone what is still open', () => {
  const uncover = coverDialogs();
  coverDialogs()();
  expect(inNextPress()).toBe(true);
  uncover();
  expect(inNextPress()).toBe(false);
});
