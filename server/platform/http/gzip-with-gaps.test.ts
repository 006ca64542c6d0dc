import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipAround, sealGzip } from './gzip-with-gaps.ts';

const words = fc.array(
  fc.oneof(
    fc.constantFrom('<div class="row">', '</div>', 'ticket', 'Año Nuevo ', '新年'),
    fc.string({ minLength: 1 }),
  ),
  { maxLength: 400 },
);
const texts = fc
  .array(fc.record({ before: words, gap: fc.base64String({ minLength: 24, maxLength: 24 }) }), {
    maxLength: 8,
  })
  .map((parts) => parts.map(({ before, gap }) => ({ before: before.join('').replaceAll('\0', ''), gap })));

test('a copy with other bytes in the gaps unpacks to just that', () => {
  fc.assert(
    fc.property(texts, words, fc.base64String({ minLength: 24, maxLength: 24 }), (parts, after, other) => {
      const end = after.join('').replaceAll('\0', '');
      const build = (gap: (own: string) => string) =>
        Buffer.from(parts.map((part) => part.before + gap(part.gap)).join('') + end);
      const text = build((own) => own);
      let at = 0;
      const gaps = parts.map(({ before, gap }) => {
        at += Buffer.byteLength(before);
        const found = { at, length: gap.length };
        at += gap.length;
        return found;
      });
      const gzip = gzipAround(text, gaps);
      if (!gzip) throw new Error('Not compressed');
      expect(gunzipSync(gzip.file).equals(text)).toBe(true);
      const copy = Buffer.from(gzip.file);
      for (const place of gzip.places) copy.write(other, place, 'latin1');
      const changed = build(() => other);
      sealGzip(copy, changed);
      expect(gunzipSync(copy).equals(changed)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('gaps cost little of what compression saves, over the whole window and beyond it', () => {
  const line = (n: number) => `<li class="ticket" data-id="${n % 97}">Seat ${n}</li>`;
  const text = Buffer.from(Array.from({ length: 2000 }, (_, n) => line(n)).join(''));
  const gaps = [500, 20_000, 40_000, 70_000].map((at) => ({ at, length: 24 }));
  const size = gzipAround(text, gaps)?.file.length ?? 0;
  expect(size / gzipSync(text).length).toBeLessThan(1.15);
});

test('a text without gaps, an empty one, and gaps that touch', () => {
  for (const [text, gaps] of [
    ['nothing to exchange', []],
    ['', []],
    [
      'aabb',
      [
        { at: 0, length: 2 },
        { at: 2, length: 2 },
      ],
    ],
  ] as const) {
    const gzip = gzipAround(Buffer.from(text), gaps);
    expect(gzip && gunzipSync(gzip.file).toString()).toBe(text);
  }
});

test('a text with a zero is not compressed', () => {
  expect(gzipAround(Buffer.from('a\0b'), [])).toBeNull();
});
