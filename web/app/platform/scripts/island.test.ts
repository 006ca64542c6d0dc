import { expect, test } from 'vitest';
import { startAfterPaint } from './island.tsx';

const ENTRY = '/assets/entry.js';
const FILES = ['/assets/picker.js', '/assets/en.js'];

type Tab = { isHidden?: boolean; isFramed?: boolean; wasPainted?: boolean };

/** Runs the script as a browser does. `paint` tells it of a paint; `loads` is what it has asked for, in order. */
function open({ isHidden = false, isFramed = false, wasPainted = false }: Tab) {
  const loads: string[] = [];
  const painted: string[] = wasPainted ? ['first-paint', 'first-contentful-paint'] : [];
  let tell: ((seen: { getEntriesByName: (name: string) => string[] }) => void) | undefined;
  const paint = (name: string) => tell?.({ getEntriesByName: (asked) => (asked === name ? [name] : []) });
  class PerformanceObserver {
    constructor(told: NonNullable<typeof tell>) {
      tell = told;
    }
    observe({ type, buffered }: { type: string; buffered: boolean }) {
      expect(type).toBe('paint');
      if (buffered) for (const name of painted) paint(name);
    }
    disconnect() {
      tell = undefined;
    }
  }
  const window = {};
  const document = {
    hidden: isHidden,
    createElement: () => ({}),
    head: { append: ({ rel, href }: { rel: string; href: string }) => loads.push(`${rel} ${href}`) },
  };
  const code = startAfterPaint(ENTRY, FILES).replace('import(', 'load(');
  const run = new Function('window', 'parent', 'document', 'PerformanceObserver', 'load', code);
  run(window, isFramed ? {} : window, document, PerformanceObserver, (file: string) =>
    loads.push(`run ${file}`),
  );
  return { loads, paint };
}

const ALL = ['modulepreload /assets/picker.js', 'modulepreload /assets/en.js', `run ${ENTRY}`];

test('nothing loads before the page shows something, and everything loads once afterwards', () => {
  const { loads, paint } = open({});
  expect(loads).toEqual([]);
  paint('first-paint');
  expect(loads).toEqual([]);
  paint('first-contentful-paint');
  expect(loads).toEqual(ALL);
  paint('first-contentful-paint');
  expect(loads).toEqual(ALL);
});

test('a page that was painted before its script ran starts at once', () => {
  expect(open({ wasPainted: true }).loads).toEqual(ALL);
});

test.each([
  ['a tab in the background', { isHidden: true }],
  ['a frame', { isFramed: true }],
])('%s may never be painted, so it does not wait', (_, tab) => {
  expect(open(tab).loads).toEqual(ALL);
});

test('addresses cannot end the script', () => {
  expect(startAfterPaint('/a"b.js', ['/c".js'])).toContain(String.raw`import("/a\"b.js")`);
});
