import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@entrada/contract/constants';
import { formatter } from '@lingui/format-po';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { ADDRESS, CATEGORIES, FORBIDDEN, MISUSE } from './words-rules.ts';

const root = join(import.meta.dirname, '..');
const folders = [
  'documents/locales',
  ...readdirSync(join(root, 'web/locales')).map((part) => `web/locales/${part}`),
];
const format = formatter({ lineNumbers: false });

/** Examples of what a person types, where a machine reads the signs. */
const AS_TYPED = new Set(['festival, music, València']);

type Message = { english: string; text: string };

/** Every translated message of one catalogue. */
async function read(folder: string, locale: Locale): Promise<Message[]> {
  const po = readFileSync(join(root, folder, `${locale}.po`), 'utf8');
  const catalogue = await format.parse(po, { locale, sourceLocale: 'en', filename: '' });
  return Object.entries(catalogue)
    .filter(([, { obsolete }]) => !obsolete)
    .map(([id, { message, translation }]) => ({ english: message ?? id, text: translation ?? '' }));
}

type Shape = { gaps: string[]; plurals: string[][]; words: string };

/** The placeholders and tags of a message, the categories of each of its plurals, and its words without all that. */
function shapeOf(text: string): Shape {
  const shape: Shape = { gaps: [], plurals: [], words: '' };
  const walk = (part: CompiledMessage): void => {
    if (typeof part === 'string') {
      shape.words += part;
      return;
    }
    for (const piece of part) {
      if (typeof piece === 'string') {
        shape.words += piece;
        continue;
      }
      const [name, kind, branches] = piece;
      shape.gaps.push(name);
      shape.words += '\u0000';
      if (kind !== 'plural' || typeof branches !== 'object' || branches === null) continue;
      const forms = Object.entries(branches as Record<string, CompiledMessage>).filter(
        ([key]) => key !== 'offset',
      );
      shape.plurals.push(forms.map(([key]) => key));
      for (const [, body] of forms) {
        shape.words += ' ';
        walk(body);
      }
    }
  };
  walk(compileMessage(text));
  shape.gaps.push(...[...shape.words.matchAll(/<(\/?\d+\/?)>/g)].map(([tag]) => tag));
  shape.gaps = [...new Set(shape.gaps)].sort();
  shape.words = shape.words.replace(/<\/?\d+\/?>/g, '\u0000');
  return shape;
}

const cases = folders.flatMap((folder) =>
  LOCALES.filter((locale) => locale !== 'en').map((locale) => [folder, locale] as const),
);

describe.each(cases)('%s in %s', (folder, locale) => {
  test('every plural has the categories of its language, and every placeholder and tag is kept', async () => {
    const problems: string[] = [];
    for (const { english, text } of await read(folder, locale)) {
      const [source, shape] = [shapeOf(english), shapeOf(text)];
      if (shape.gaps.join() !== source.gaps.join()) problems.push(`other gaps: ${english} -> ${text}`);
      for (const keys of shape.plurals) {
        const found = keys.filter((key) => !/^\d+$/.test(key)).sort();
        if (found.join() !== CATEGORIES[locale].join()) problems.push(`plurals ${found.join()}: ${text}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('the words are those of docs/glossary.md, the signs those of the language', async () => {
    const problems: string[] = [];
    for (const { english, text } of await read(folder, locale)) {
      if (AS_TYPED.has(english)) continue;
      const { words } = shapeOf(text);
      for (const [rule, why] of [...FORBIDDEN[locale], ...MISUSE[locale]]) {
        const found = rule.exec(words);
        if (found) problems.push(`“${found[0]}” (${why}): ${english} -> ${text}`);
      }
      const address = ADDRESS[locale];
      if (
        address &&
        /\byours?\b|\byou\b/i.test(english) &&
        address.other.test(words) &&
        !address.ours.test(words)
      )
        problems.push(`another form of address: ${english} -> ${text}`);
    }
    expect(problems).toEqual([]);
  });
});

test('the source has one and other in every plural, and the signs of English', async () => {
  for (const folder of folders) {
    for (const { english } of await read(folder, 'en')) {
      for (const keys of shapeOf(english).plurals) {
        expect(keys.filter((key) => !/^\d+$/.test(key)).sort(), english).toEqual(['one', 'other']);
      }
      for (const [rule, why] of MISUSE.en) expect(shapeOf(english).words, why).not.toMatch(rule);
    }
  }
});

test('the rules name what the glossary names', () => {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
  for (const locale of LOCALES) expect(glossary).toContain(`| ${locale} |`);
  const categories = new Intl.PluralRules('fr').resolvedOptions().pluralCategories;
  expect([...categories].sort()).toEqual([...CATEGORIES.fr]);
});
