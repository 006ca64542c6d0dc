import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, 'app');
const spaced = /^(?:font(?:-size)?|gap|row-gap|column-gap|margin(?:-\w+)*|padding(?:-\w+)*)$/;

/** Pixel sizes that are not in the scale, and why. */
const exceptions: { file: RegExp; declaration: RegExp; reason: string }[] = [
  { file: /\/print-page\.module\.css$/, declaration: /./, reason: 'a sheet of paper is measured by itself' },
  { file: /\/logo\.module\.css$/, declaration: /^font-size: 19px$/, reason: 'the logo is a drawing' },
  {
    file: /^door\/(entry\/(closed-list|pin)|verdict\/screen|supervisor\/inside)\.module\.css$/,
    declaration: /^font-size: (40|44|48|60)px$/,
    reason: 'read at arm’s length, as large as the screen allows',
  },
  {
    file: /^ui\/notices\/empty-state\.module\.css$/,
    declaration: /^padding: clamp\(var\(--s12\), 13vh, 136px\)/,
    reason: 'a share of the height of the window',
  },
  {
    file: /^workspace\/kit\/images\/field\.module\.css$/,
    declaration: /^margin: .*clamp\(0px, \(100% - 340px\) \* 99, 38px\)$/,
    reason: 'as far in as the icon and its gap, where there is room',
  },
];

/**
 * Declarations of spacing and font sizes in pixels. Sizes up to 3 px do not count, and neither does a width that is
 * subtracted from a percentage.
 */
function pixelSizes(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)]
    .filter(([, property = '', value = '']) => {
      const rest = value.replace(/\d+% - \d+px/g, '');
      return spaced.test(property) && [...rest.matchAll(/([\d.]+)px/g)].some(([, size]) => Number(size) > 3);
    })
    .map(([, property, value]) => `${property}: ${value?.replace(/\s+/g, ' ').trim()}`);
}

test('spacing and font sizes come from the tokens', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  expect(files.length).toBeGreaterThan(50);
  const used = new Set<unknown>();
  const raw = files.flatMap((file) =>
    pixelSizes(readFileSync(join(app, file), 'utf8')).flatMap((declaration) => {
      const known = exceptions.find((one) => one.file.test(file) && one.declaration.test(declaration));
      if (known) used.add(known);
      return known ? [] : [`${file}: ${declaration}`];
    }),
  );
  expect(raw).toEqual([]);
  expect(exceptions.filter((one) => !used.has(one))).toEqual([]);
});

test('a size in pixels is found, also among others', () => {
  expect(pixelSizes('a { margin: 0 auto 12px; padding: 2px; border: 9px solid; gap: 4px }')).toEqual([
    'margin: 0 auto 12px',
    'gap: 4px',
  ]);
  expect(pixelSizes('a { padding: max(var(--s5), calc(50% - 360px)); font-size: var(--fs-sm); }')).toEqual(
    [],
  );
});
