import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { NO_WIDGET_OPTIONS, WIDGET, widgetQuery } from '@entrada/contract/catalog/widget-options';
import { LOCALES } from '@entrada/contract/constants';
import { expect, test } from 'vitest';

const loader = readFileSync(new URL('../../../public/widget.js', import.meta.url));
const source = loader.toString('utf8');

test('the loader of widgets is small, even as it is', () => {
  expect(loader.length).toBeLessThan(WIDGET.maxScriptBytes);
  expect(gzipSync(loader).length).toBeLessThan(WIDGET.maxScriptBytes / 2);
});

test('it runs in any page: a classic script that brings nothing along and names the same things as the page', () => {
  expect(() => new Function(source)).not.toThrow();
  expect(source).not.toMatch(/\b(import|export|require|eval|innerHTML|document\.write)\b/);
  expect(source).toContain(`'${WIDGET.attribute}'`);
  expect(source).toContain(`'${WIDGET.heightMessage}'`);
  expect(source).toContain(`|| ${WIDGET.height};`);
});

test('every option survives as an attribute: its name has no capitals and no hyphens', () => {
  const all = widgetQuery({
    ...NO_WIDGET_OPTIONS,
    colors: { page: '#ffffff', text: '#000000', button: '#000000', buttonText: '#ffffff' },
    padding: 0,
    locale: LOCALES[1],
    autoResize: true,
    buttonText: 'x',
    target: 'blank',
    promoCode: 'x',
    affiliate: 'x',
  });
  expect(all).toHaveLength(11);
  for (const [name] of all) expect(name).toMatch(/^[a-z_]+$/);
});
