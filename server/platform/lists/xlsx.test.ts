import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre';
import { expect, test } from 'vitest';
import type { Column } from './columns.ts';
import { xlsxStream } from './xlsx.ts';

async function* pages<Row>(...given: Row[][]) {
  yield* given;
}

type Given<Row> = { columns: Column<Row>[]; rows: Row[][]; title?: string; sheetRows?: number };

const write = <Row>({ columns, rows, title = 'Orders', sheetRows }: Given<Row>) =>
  buffer(xlsxStream(columns, pages(...rows), { title, ...(sheetRows && { sheetRows }) }));

/** The sheets as another library reads them. */
const read = async <Row>(given: Given<Row>) =>
  (await readXlsx(new Uint8Array(await write(given)))).sheets.map(({ name, rows }) => ({ name, rows }));

const FIRST_SHEET = 'xl/worksheets/sheet1.xml';

const texts: Column<string>[] = [{ header: 'Name', value: (row) => row }];
const readTexts = async (...rows: string[]) =>
  (await read({ columns: texts, rows: [rows] }))[0]?.rows.slice(1).map(([cell]) => cell);

test('numbers are numbers, dates are dates, and what is neither stays as it is written', async () => {
  type Row = { n: number | null; amount: string; at: string; day: string };
  const columns: Column<Row>[] = [
    { header: 'Count', value: (row) => row.n },
    { header: 'Amount', as: 'decimal', value: (row) => row.amount },
    { header: 'Bought', as: 'time', value: (row) => row.at },
    { header: 'Birthday', as: 'date', value: (row) => row.day },
  ];
  const rows = [
    [{ n: 3, amount: '-12.50', at: '2026-07-10 14:05', day: '2027-02-28' }],
    [],
    [{ n: null, amount: '', at: '', day: 'tomorrow' }],
    [{ n: 0, amount: '1234567890.005', at: '1999-12-31 23:59', day: '' }],
  ];
  const [sheet] = await read({ columns, rows });
  expect(sheet?.name).toBe('Orders');
  expect(sheet?.rows[0]).toEqual(['Count', 'Amount', 'Bought', 'Birthday']);
  const [, first, second, third] = sheet?.rows ?? [];
  expect(first).toEqual([3, -12.5, new Date('2026-07-10T14:05:00Z'), new Date('2027-02-28T00:00:00Z')]);
  expect(second?.[3]).toBe('tomorrow');
  expect(second?.slice(0, 3).every((cell) => cell === null || cell === undefined)).toBe(true);
  expect(third?.slice(0, 3)).toEqual([0, 1234567890.005, new Date('1999-12-31T23:59:00Z')]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', ' =1'])(
  '%j is a text and no formula',
  async (value) => {
    expect(await readTexts(value)).toEqual([value]);
    const file = await write({ columns: texts, rows: [[value]] });
    const sheet = inflateRawSync(file.subarray(file.indexOf(FIRST_SHEET) + FIRST_SHEET.length)).toString();
    expect(sheet).not.toContain('<f>');
    // The style with an apostrophe, which keeps it a text when it is edited.
    expect(sheet).toContain('<c r="A2" t="inlineStr" s="2">');
  },
);

test('texts come back as they were: signs of XML, spaces, lines, emoji, what looks like an escape', async () => {
  const given = [
    '<b>&amp;</b>',
    '  a ',
    'one\ntwo\tthree',
    '👩‍👩‍👧 陈',
    '_x0041_ and _x_',
    ']]>',
    '"q" \'a\'',
  ];
  expect(await readTexts(...given)).toEqual(given);
});

test('what XML cannot say is left out, and a text that is too long for a cell is cut', async () => {
  expect(await readTexts('a\u0000b\u0008c\u001Fd\uFFFEe\uD800f', 'x\r\ny\rz', 'y'.repeat(40_000))).toEqual([
    'abcdef',
    'x\ny\nz',
    'y'.repeat(32_767),
  ]);
});

test('beyond the rows of one sheet another follows, with the headers again and no empty one at the end', async () => {
  const rows = [['a', 'b'], ['c'], ['d', 'e', 'f']];
  const named = async (sheetRows: number, given = rows) =>
    (await read({ columns: texts, rows: given, title: 'Ann’s [orders]: 1/2', sheetRows })).map((sheet) => [
      sheet.name,
      ...sheet.rows.map(([cell]) => cell),
    ]);
  expect(await named(4)).toEqual([
    ['Ann’s  orders   1 2', 'Name', 'a', 'b', 'c'],
    ['Ann’s  orders   1 2 (2)', 'Name', 'd', 'e', 'f'],
  ]);
  expect((await named(3)).map((sheet) => sheet.length)).toEqual([4, 4, 4]);
  expect(await named(4, [])).toEqual([['Ann’s  orders   1 2', 'Name']]);
});

test('columns beyond the 26th have their letters, and no header comes twice', async () => {
  const columns: Column<number>[] = Array.from({ length: 60 }, (_, at) => ({
    header: at < 2 ? 'Size' : `C${at}`,
    value: (row) => row * 100 + at,
  }));
  const [sheet] = await read({ columns, rows: [[1]] });
  expect(sheet?.rows[0]?.slice(0, 2)).toEqual(['Size', 'Size (2)']);
  expect(sheet?.rows[1]).toEqual(columns.map((_, at) => 100 + at));
});

test('a source that fails breaks the file off, and a reader who leaves ends the source', async () => {
  async function* failing() {
    yield ['a'];
    throw new Error('the database is away');
  }
  await expect(buffer(xlsxStream(texts, failing(), { title: 'x' }))).rejects.toThrow('the database is away');
  let hasEnded = false;
  async function* endless() {
    try {
      for (;;) yield Array.from({ length: 1000 }, (_, nth) => `row ${nth} ${Math.random()}`);
    } finally {
      hasEnded = true;
    }
  }
  const stream = xlsxStream(texts, endless(), { title: 'x' });
  await new Promise((done) => stream.once('data', done));
  stream.destroy();
  await new Promise((done) => stream.once('close', done));
  await expect.poll(() => hasEnded).toBe(true);
});
