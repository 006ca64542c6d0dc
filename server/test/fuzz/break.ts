const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

/** What has broken servers before. */
export const DICTIONARY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '%',
  '%00',
  "'; drop table app.orders; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'x'.repeat(70_000),
  'ß'.repeat(300),
  '0000-00-00T00:00:00Z',
  '999999-12-31T23:59:59Z',
  'Mars/Olympus',
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  '9223372036854775808',
  [],
  {},
  [null],
  [[]],
  deep(1_000),
  JSON.parse('{"__proto__":{"polluted":1}}'),
  { constructor: { prototype: { polluted: 1 } } },
  { length: { valueOf: 1, toString: 1 } },
  { length: 1e9 },
  { toString: 1, valueOf: 1, toJSON: 1 },
  Array.from({ length: 3_000 }, (_, nth) => nth),
];

/** The texts of the dictionary, for addresses. */
export const TEXTS = DICTIONARY.filter((one) => typeof one !== 'object' || one === null).map(String);

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/**
 * The value with one of its fields replaced by an entry of the dictionary, left out, or joined by one that nobody
 * knows. `where` and `how` choose.
 */
export function broken(value: unknown, where: number, how: number): unknown {
  const paths = pathsOf(value);
  const path = paths[where % paths.length] ?? [];
  const choice = how % (DICTIONARY.length + 2);
  const [last] = path.slice(-1);
  if (last === undefined) return DICTIONARY[how % DICTIONARY.length];
  const copy = structuredClone(value);
  const parent = path.slice(0, -1).reduce<unknown>((found, key) => (found as never)[key], copy) as Record<
    string,
    unknown
  >;
  if (choice === DICTIONARY.length) delete parent[last];
  else if (choice === DICTIONARY.length + 1) parent['surprise'] = 1;
  else parent[last] = DICTIONARY[choice];
  return copy;
}
