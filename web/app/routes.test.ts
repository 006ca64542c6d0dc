import { isReservedSlug } from '@entrada/contract/slug';
import { expect, test } from 'vitest';
import routes from './routes.ts';

type Route = { path?: string | undefined; children?: readonly Route[] | undefined };

/** The first path segments of all addresses, at any depth of layouts. */
const firstWords = (tree: readonly Route[]): string[] =>
  tree.flatMap(({ path, children }) => (path ? [path.split('/')[0] ?? ''] : firstWords(children ?? [])));

test('the first word of every address is reserved, so that no organizer takes it', () => {
  const words = new Set(firstWords(routes).filter((word) => word !== '*' && !word.startsWith(':')));
  expect(words).toContain('manage');
  expect(words).toContain('check-in');
  expect([...words].filter((word) => !isReservedSlug(word))).toEqual([]);
});
