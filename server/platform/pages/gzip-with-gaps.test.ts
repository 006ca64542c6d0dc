import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipAround } from './gzip-with-gaps.ts';

const words = fc.array(
  fc.oneof(
    fc.constantFrom('<div class="row">', '</div>', 'ticket', 'Año Nuevo ', '新年'),
    fc.string({ minLength: 1 }),
  ),
  { maxLength: 400 },
);
const value = (length: number) => fc.base64String({ minLength: length, maxLength: length });
const parts = fc.array(fc.record({ before: words, name: fc.constantFrom('long', 'short') }), {
  maxLength: 8,
});
const LENGTHS = { long: 24, short: 16 };
const clean = (text: string[]) => text.join('').replaceAll('\0', '');

test('every copy unpacks to the text with its own values in the gaps', () => {
  const values = fc.array(fc.record({ long: value(24), short: value(16) }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(parts, words, values, (given, after, [first, ...others]) => {
      const build = (own: { long: string; short: string }) =>
        Buffer.from(given.map(({ before, name }) => clean(before) + own[name]).join('') + clean(after));
      if (!first) throw new Error('No values');
      let at = 0;
      const gaps = given.map(({ before, name }) => {
        at += Buffer.byteLength(clean(before));
        const found = { at, length: LENGTHS[name], name };
        at += found.length;
        return found;
      });
      const fill = gzipAround(build(first), gaps);
      // gunzip checks the checksum and throws if one bit is wrong.
      for (const own of [first, ...others])
        expect(fill && gunzipSync(fill(own)).equals(build(own))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('gaps cost little of what compression saves, over the whole window and beyond it', () => {
  const line = (n: number) => `<li class="ticket" data-id="${n % 97}">Seat ${n}</li>`;
  const text = Buffer.from(Array.from({ length: 2000 }, (_, n) => line(n)).join(''));
  const gaps = [500, 20_000, 40_000, 70_000].map((at) => ({ at, length: 24, name: 'long' }));
  const size = gzipAround(text, gaps)?.({ long: 'x'.repeat(24) }).length ?? 0;
  expect(size / gzipSync(text).length).toBeLessThan(1.15);
});

test('a text without gaps, an empty one, and gaps that touch', () => {
  const touching = [
    { at: 0, length: 2, name: 'own' },
    { at: 2, length: 2, name: 'own' },
  ];
  for (const [text, gaps, made] of [
    ['nothing to exchange', [], 'nothing to exchange'],
    ['', [], ''],
    ['aabb', touching, 'cdcd'],
  ] as const) {
    const fill = gzipAround(Buffer.from(text), gaps);
    expect(fill && gunzipSync(fill({ own: 'cd' })).toString()).toBe(made);
  }
});

test('a text with a zero is not compressed', () => {
  expect(gzipAround(Buffer.from('a\0b'), [])).toBeNull();
});
