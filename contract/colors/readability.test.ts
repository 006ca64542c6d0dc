import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madeReadable, readabilityOf } from './readability.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const colors = fc.record({ page: color, text: color, button: color, buttonText: color });

test('any four colours are made readable, and readable ones stay as they are', () => {
  fc.assert(
    fc.property(colors, (chosen) => {
      const mended = madeReadable(chosen);
      expect(readabilityOf(mended).unreadable).toEqual([]);
      expect(madeReadable(mended)).toEqual(mended);
      if (readabilityOf(chosen).unreadable.length === 0) expect(mended).toEqual(chosen);
    }),
  );
});

test('a brand colour on its page stays itself; the text moves', () => {
  const grey = { page: '#ffffff', text: '#aaaaaa', button: '#ff4301', buttonText: '#ffffff' };
  expect(madeReadable(grey)).toMatchObject({ page: '#ffffff', button: '#ff4301' });
});
