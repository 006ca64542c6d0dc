import { DEFAULT_COLORS } from '@entrada/contract/catalog/designs';
import { contrast, READABLE } from '@entrada/contract/colors/contrast';
import { readabilityOf } from '@entrada/contract/colors/readability';
import { expect, test } from 'vitest';
import { readColor } from '../kit/fields/colors.ts';
import { readDesign } from './body.ts';
import { PALETTES } from './palettes.ts';
import { changedFields, designValues } from './values.ts';

test.each(Object.entries(PALETTES))('the palette %s is easy to read', (_name, colors) => {
  expect(readabilityOf(colors).unreadable).toEqual([]);
});

test('each hard pair is named with a colour that mends it', () => {
  const colors = { page: '#ffffff', text: '#aaaaaa', button: '#ff4301', buttonText: '#ffffff' };
  const { lowest, unreadable } = readabilityOf(colors);
  expect(lowest).toBeLessThan(3);
  expect(unreadable.map(({ pair }) => pair)).toEqual(['text', 'button']);
  let mended: typeof colors = colors;
  for (const { fix } of unreadable) mended = { ...mended, ...(fix && { [fix.color]: fix.value }) };
  expect(readabilityOf(mended).unreadable).toEqual([]);
});

test('a text that passes alone may be too faint for the small print', () => {
  const colors = { ...DEFAULT_COLORS, page: '#ffffff', text: '#6e6e6e' };
  expect(contrast(colors.text, colors.page)).toBeGreaterThan(READABLE);
  const [found] = readabilityOf(colors).unreadable;
  expect(found?.pair).toBe('small');
  expect(found?.fix?.color).toBe('text');
});

test('on a middling page it is the page that has to change', () => {
  const colors = { ...DEFAULT_COLORS, page: '#7f7f7f', text: '#000000' };
  const [found] = readabilityOf(colors).unreadable;
  expect(found?.fix?.color).toBe('page');
});

test.each([
  ['#1C1815', '#1c1815'],
  ['1c1815', '#1c1815'],
  [' #ffffff ', '#ffffff'],
  ['#fff', null],
  ['#ffffff00', null],
  ['red', null],
  ['', null],
])('%s is read as %s', (typed, read) => {
  expect(readColor(typed)).toBe(read);
});

test('a design is read back, and only real changes count', () => {
  const design = { version: 3, colors: PALETTES.sea, background: 'color', continueButtonText: '' } as const;
  const values = designValues(design);
  expect(readDesign(values, 3).body).toEqual({
    version: 3,
    colors: PALETTES.sea,
    background: 'color',
    continueButtonText: '',
  });
  expect(changedFields(values, { ...values, page: '0E3B43' })).toEqual([]);
  expect(changedFields(values, { ...values, page: '#0e3b44' })).toEqual(['page']);
  expect(changedFields(values, { ...values, isAutomatic: true, page: '#000000' })).toEqual(['isAutomatic']);
  expect(readDesign({ ...values, text: '#12', button: 'no' }, 3)).toEqual({
    body: null,
    wrong: [
      { path: 'text', code: 'invalid_format' },
      { path: 'button', code: 'invalid_format' },
    ],
  });
  expect(readDesign({ ...values, text: '#12', isAutomatic: true }, 3).body?.colors).toBeNull();
});
