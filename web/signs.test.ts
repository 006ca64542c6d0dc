import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The comma, the colon and the brackets of English between two words. Catalogues have tests of their own. */
const SIGNS =
  /(?<=\n\s*)\{[^{}]*\([^{}]*\)\},[ {][^\n]*|\.join\(['"`][,:;] ['"`]\)|(?<!\b(?:t|msg))`[^`]*\}(?:, | \(|: )\$\{[^`]*`/g;

/** What no person reads, and what has the signs of another place. */
const exceptions: { file: RegExp; code: RegExp; reason: string }[] = [
  { file: /brand\/cover-image\.tsx$/, code: /./, reason: 'sources of a picture' },
  { file: /stripe-appearance\.ts$/, code: /rgb/, reason: 'a colour' },
  { file: /emails\/html-tables\.tsx$/, code: /row\.link\.label/, reason: 'heard, not seen' },
  { file: /emails\/html-to-text\.ts$/, code: /label/, reason: 'a text of the organizer, in any language' },
  { file: /documents\/format\.ts$/, code: /day/, reason: 'has a form for each language' },
];

const root = join(import.meta.dirname, '..');

function offences(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /^(?!build\/|test\/|samples\/).*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const path = join(folder, file);
      const found = readFileSync(join(root, path), 'utf8').match(SIGNS) ?? [];
      return found
        .filter((code) => !exceptions.some((one) => one.file.test(path) && one.code.test(code)))
        .map((code) => `${path}: ${code}`);
    });
}

test.each(['web/app', 'documents'])(
  'code of %s joins words by the signs of the reader’s language',
  (folder) => {
    expect(offences(folder)).toEqual([]);
  },
);
