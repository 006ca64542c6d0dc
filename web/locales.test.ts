import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@entrada/contract/constants';
import { formatter } from '@lingui/format-po';
import { expect, test } from 'vitest';
import { SAME_AS_ENGLISH } from './locales-allowed.ts';

const root = join(import.meta.dirname, 'locales');
const parts = readdirSync(root);
const format = formatter({ lineNumbers: false });

/** The English text and the translation, both by message id. */
async function read(part: string, locale: string): Promise<Map<string, { english: string; text: string }>> {
  const po = readFileSync(join(root, part, `${locale}.po`), 'utf8');
  const catalogue = await format.parse(po, { locale, sourceLocale: 'en', filename: '' });
  return new Map(
    Object.entries(catalogue)
      .filter(([, message]) => !message.obsolete)
      .map(([id, message]) => [id, { english: message.message ?? id, text: message.translation ?? '' }]),
  );
}

const cases = parts.flatMap((part) =>
  LOCALES.filter((locale) => locale !== 'en').map((locale) => [part, locale] as const),
);

// Placeholders, plural forms and signs are checked by scripts/words.test.ts, together with the documents.
test.each(cases)('%s in %s is complete', async (part, locale) => {
  const source = await read(part, 'en');
  const translated = await read(part, locale);
  expect([...translated.keys()].sort()).toEqual([...source.keys()].sort());
  const problems: string[] = [];
  for (const [id, { english }] of source) {
    const text = translated.get(id)?.text ?? '';
    if (text === '') problems.push(`empty: ${english}`);
    else if (text === english && !SAME_AS_ENGLISH[locale]?.includes(english))
      problems.push(`as in English: ${english}`);
  }
  expect(problems).toEqual([]);
});

test('there is something to translate in every part', async () => {
  for (const part of parts) expect((await read(part, 'en')).size, part).toBeGreaterThan(1);
});
