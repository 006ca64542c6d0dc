import { DEFAULT_COLORS } from '@entrada/contract/catalog/designs';
import { contrast, mix, nearestPassing, READABLE } from '@entrada/contract/colors/contrast';
import { faintestText } from '@entrada/contract/colors/readability';
import { describe, expect, test } from 'vitest';
import { isDarkPage, veilPercent } from './organizer-colors.ts';

test('contrast is as WCAG reckons it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ff4301', '#1c1815')).toBeCloseTo(5.1, 1);
  expect(contrast('#ffffff', '#ff4301')).toBeCloseTo(3.5, 1);
});

test('colours mix as the style sheet does', () => {
  expect(mix('#ff0000', '#0000ff', 0.5)).toBe('#800080');
  expect(mix('#123456', '#ffffff', 1)).toBe('#123456');
});

describe('the nearest passing colour', () => {
  const on = (page: string) => (color: string) => contrast(color, page) >= READABLE;

  test('is the colour itself where it passes', () => {
    expect(nearestPassing('#1c1815', on('#faf8f5'))).toBe('#1c1815');
  });

  test('keeps its character: white on ember turns dark, grey on white a little darker', () => {
    expect(nearestPassing('#808080', on('#ffffff'))).toMatch(/^#7[0-9a-f]7[0-9a-f]7[0-9a-f]$/);
    const onEmber = nearestPassing('#ffffff', on('#ff4301')) ?? '';
    expect(contrast(onEmber, '#ff4301')).toBeGreaterThanOrEqual(READABLE);
  });

  test('exists on every page', () => {
    for (let grey = 0; grey < 256; grey += 1) {
      const page = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
      expect(nearestPassing('#888888', on(page)), page).not.toBeNull();
    }
  });

  test('may not exist', () => {
    expect(nearestPassing('#888888', () => false)).toBeNull();
  });
});

test('whatever a cover shows, the veil keeps the faintest text readable', () => {
  const palettes = [
    DEFAULT_COLORS,
    { ...DEFAULT_COLORS, page: '#0e3b43', text: '#f4efe9' },
    { ...DEFAULT_COLORS, page: '#ffffff', text: '#000000' },
    { ...DEFAULT_COLORS, page: '#151210', text: '#f4efe9' },
  ];
  for (const colors of palettes) {
    const veil = veilPercent(colors) / 100;
    const faint = mix(colors.text, colors.page, 0.84);
    for (const end of ['#000000', '#ffffff'])
      expect(contrast(faint, mix(colors.page, end, veil)), colors.page).toBeGreaterThanOrEqual(
        READABLE - 0.1,
      );
    expect(veil).toBeLessThan(0.95);
  }
  expect(veilPercent(null)).toBeGreaterThanOrEqual(veilPercent(DEFAULT_COLORS));
  expect(veilPercent({ ...DEFAULT_COLORS, text: '#cccccc' })).toBe(96);
});

test('the default palette is readable down to its faintest text', () => {
  expect(contrast(faintestText(DEFAULT_COLORS), DEFAULT_COLORS.page)).toBeGreaterThan(READABLE);
  expect(isDarkPage('#0e3b43')).toBe(true);
  expect(isDarkPage(DEFAULT_COLORS.page)).toBe(false);
});
