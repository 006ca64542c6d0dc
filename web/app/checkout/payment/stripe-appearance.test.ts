import { expect, test } from 'vitest';
import { appearanceOf, type Look } from './stripe-appearance.ts';

const look: Look = {
  color: (token) => `rgb(${token})`,
  font: 'Geist, sans-serif',
  isDark: false,
  isNarrow: false,
  isStill: false,
};

test('takes its colours and type from the page', () => {
  const { theme, variables, rules } = appearanceOf(look);
  expect(theme).toBe('stripe');
  expect(variables).toMatchObject({
    fontFamily: 'Geist, sans-serif',
    colorBackground: 'rgb(--surface)',
    colorText: 'rgb(--text)',
    colorDanger: 'rgb(--bad-text)',
  });
  expect(rules?.['.Input']).toMatchObject({ border: '1px solid rgb(--control)' });
  // No white text on ember (`--accent`), and no CSS variable, because Stripe cannot read it.
  expect(JSON.stringify(appearanceOf(look))).not.toMatch(/--accent|var\(/);
});

test('is dark on a dark page', () => {
  expect(appearanceOf({ ...look, isDark: true }).theme).toBe('night');
});

test('has fields of 48 px under 640 and of 40 above, and letters there that no phone zooms into', () => {
  const height = (isNarrow: boolean) => {
    const { padding = '', lineHeight = '' } = appearanceOf({ ...look, isNarrow }).rules?.['.Input'] ?? {};
    return 2 * Number.parseInt(padding, 10) + Number.parseInt(lineHeight, 10) + 2;
  };
  expect([height(true), height(false)]).toEqual([48, 40]);
  expect(appearanceOf({ ...look, isNarrow: true }).rules?.['.Input']?.['fontSize']).toBe('16px');
});

test('keeps still for who asked for it', () => {
  expect(appearanceOf({ ...look, isStill: true }).disableAnimations).toBe(true);
});
