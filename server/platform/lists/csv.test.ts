import { text } from 'node:stream/consumers';
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

test('a page that cannot be read ends the stream as an error, not as a short file', async () => {
  async function* broken(): AsyncGenerator<string[]> {
    yield ['a'];
    throw new Error('gone');
  }
  await expect(text(csvStream([{ header: 'Name', value: (row: string) => row }], broken()))).rejects.toThrow(
    'gone',
  );
});
