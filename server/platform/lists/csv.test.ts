import { buffer, text } from 'node:stream/consumers';
import { harmlessCell } from '@entrada/contract/words/harmless-cell';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvStream } from './csv.ts';

async function* pages<Row>(...given: Row[][]) {
  yield* given;
}

const one = (...values: string[]) =>
  text(csvStream([{ header: 'Name', value: (row: string) => row }], pages(values)));

test('pages follow one another below one header, after a byte order mark', async () => {
  const columns = [
    { header: 'Code', value: (row: { code: string; uses: number }) => row.code },
    { header: 'Uses', value: (row: { code: string; uses: number }) => row.uses },
  ];
  const csv = csvStream(columns, pages([{ code: 'A', uses: 1 }], [], [{ code: 'B', uses: 0 }]));
  expect(await text(csv)).toBe('Code,Uses\r\nA,1\r\nB,0\r\n');
});

test('commas, quotes and line breaks stay within their field', async () => {
  expect(await one('a,b', 'say "hi"', 'two\nlines', '')).toContain(
    '"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tone', '\rone', '＝1+1'])('%j is no formula', async (value) => {
  expect(await one(value)).toContain(`'${value}`);
});

test.each([
  [' =1+1', " '=1+1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '"\'\r\'=1"'],
  ['Ana;=1+1', "Ana;'=1+1"],
  ['Ana; @SUM(A1)', "Ana; '@SUM(A1)"],
  ['Ana\t-1', "Ana\t'-1"],
  ['a;\uFF1D1', "a;'\uFF1D1"],
])('%j is no formula after blanks, or where a semicolon or a tab ends a cell', async (value, written) => {
  expect(await one(value)).toBe(`Name\r\n${written}\r\n`);
});

test('the same with a quotation mark, and what is no formula stays as it is', async () => {
  expect(await one('a;"=1+1')).toContain(`"a;""'=1+1"`);
  expect(await one('Sala A; Sala B - 2')).toContain('\r\nSala A; Sala B - 2\r\n');
});

const everyCharacter = Array.from({ length: 0x10ffff + 1 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
/** Characters that nobody sees, so that a spreadsheet may drop them. */
const unseen = everyCharacter.filter((one) =>
  /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(one),
);
/** Everything that reads as a sign of formulas once compatible forms are made equal. */
const signs = everyCharacter.filter((one) => /^[=+@-]/.test(one.normalize('NFKC')));

test('no cell begins a formula after characters that nobody sees, whatever the separator', async () => {
  expect(unseen.length).toBeGreaterThan(100);
  expect(signs).toEqual(expect.arrayContaining(['=', '+', '-', '@', '\uFF1D', '\uFE66', '\u207C']));
  const heads = ['', 'Ana;', 'Ana\t', 'Ana\n', 'Ana\r\n', 'Ana;"'];
  const formulas = [
    ...unseen.flatMap((each) => [`${each}=1`, `${each}\u200B${each}=1`]),
    ...['', ' ', '\u0007', '\u00A0', '\u2060'].flatMap((each) => signs.map((sign) => `${each}${sign}1`)),
  ];
  const cells = heads.flatMap((head) => formulas.map((formula) => `${head}${formula}`));
  const written = await text(csvStream([{ header: 'Name', value: (row: string) => row }], pages(cells)));
  const bare = new RegExp(
    `[,;\\t\\r\\n][\\s"\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}]*[${signs.join('').replace('-', '\\-')}]`,
    'u',
  );
  expect(JSON.stringify(bare.exec(written)?.[0])).toBe(undefined);
  expect(written.length).toBeGreaterThan(cells.join('').length);
});

test.each(['Ana Prueba', 'Line one\nLine two', 'a@b.example', '\u200Bquiet', 'Sí; no = quizá'])(
  '%j is no formula and stays as it is',
  async (value) => {
    expect(await one(value)).toBe(`Name\r\n${/\n/.test(value) ? `"${value}"` : value}\r\n`);
  },
);

test('a page that cannot be read ends the stream as an error, not as a short file', async () => {
  async function* broken(): AsyncGenerator<string[]> {
    yield ['a'];
    throw new Error('gone');
  }
  await expect(text(csvStream([{ header: 'Name', value: (row: string) => row }], broken()))).rejects.toThrow(
    'gone',
  );
});

test('an amount below zero is a number, and what only begins like one is text', async () => {
  const columns = [{ header: 'Amount', as: 'decimal' as const, value: (row: string) => row }];
  expect(await text(csvStream(columns, pages(['-15.00', '-15', '-1+1', '-15,00'])))).toBe(
    'Amount\r\n-15.00\r\n-15\r\n\'-1+1\r\n"\'-15,00"\r\n',
  );
});

/** What another library makes of cells that are harmless in themselves. */
const byLibrary = (records: (string | number | null)[][]) =>
  stringify(
    records.map((record) => record.map((cell) => (typeof cell === 'string' ? harmlessCell(cell) : cell))),
    { escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: '\r\n' },
  );

/** Texts with much of what is odd in a cell: separators, signs, blanks, what nobody sees, other scripts and halves of characters. */
const oddText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...',;"\t\r\n=+-@\'_ \u00A0\u200B\u2060\u3164\uFF1D\uFB29',
        '\r\n',
        'a',
        'Á',
        '张',
        '7',
        '🎟',
        '\uD800',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const oddCell = fc.oneof(oddText, fc.integer(), fc.constant(null));

test('rows of whatever texts are what another library writes', async () => {
  const columns = [0, 1, 2].map((at) => ({
    header: `Column ${at}`,
    value: (row: (string | number | null)[]) => row[at] ?? null,
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(oddCell, oddCell, oddCell), { minLength: 1, maxLength: 20 }),
      async (rows) => {
        const written = (await buffer(csvStream(columns, pages(rows)))).toString();
        const wanted = byLibrary([columns.map(({ header }) => header), ...rows]);
        expect(written).toBe(`\uFEFF${Buffer.from(wanted).toString()}`);
      },
    ),
    { numRuns: 300 },
  );
});
