import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, 'app');

/** The number of an order or a ticket among the words of an element. */
const SHOWN = /(?<![=$(\w])\{(?:\w+\??\.)*(?:reference|\w+Reference)\}/g;
/** It alone, in an element of the class that keeps it on one line (platform/styles/base.css). */
const KEPT = /<\w+[^<>]*className=(?:"|\{`|\{[^}]*')[^"'`]*\breference\b[^<>]*>\s*$/;

/** The numbers in a source that stand outside of such an element. */
const loose = (code: string): string[] =>
  [...code.matchAll(SHOWN)]
    .filter(({ index }) => !KEPT.test(code.slice(Math.max(0, index - 300), index)))
    .map(([shown]) => shown);

/** Those in a text with a dot in the middle, which breaks anywhere, unless it is the title of the window. */
const joined = (code: string): string[] => code.match(/(?<!title[=>]\{`)\$\{[\w.]*reference\} · \$\{/g) ?? [];

test('a number of an order outside of the class is seen', () => {
  expect(loose('<p>{order.reference}</p>')).toEqual(['{order.reference}']);
  expect(loose('<Trans>Cancel order {reference}?</Trans>')).toEqual(['{reference}']);
  expect(loose('<p className="num">{orderReference}</p>')).toEqual(['{orderReference}']);
  expect(loose('<b className="reference">\n  {reference}\n</b>')).toEqual([]);
  expect(loose('<Row reference={one.reference} label={t`Order #{reference}`} />'.replace('#', '$'))).toEqual(
    [],
  );
  const text = '`#{order.reference} · #{when}`'.replaceAll('#', '$');
  expect(joined(`second={${text}}`)).toHaveLength(1);
  expect(joined(`<title>{${text}}</title>`)).toEqual([]);
});

test('numbers of orders and tickets never break at their hyphen', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) => {
      const code = readFileSync(join(app, file), 'utf8');
      return [...loose(code), ...joined(code)].map((shown) => `${file}: ${shown}`);
    });
  expect(found).toEqual([]);
});
