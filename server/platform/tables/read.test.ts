import { crc32, deflateRawSync } from 'node:zlib';
import { LIMITS } from '@entrada/contract/constants';
import { FILE_SEPARATORS } from '@entrada/contract/sales/imports/file';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { writeXlsx } from 'hucre';
import { expect, test } from 'vitest';
import { findSeparator } from './csv.ts';
import { decodeText } from './encoding.ts';
import { readTable } from './read.ts';

const GUESTS = 'Nombre;Correo\r\nJosé Ibáñez;jose@example.com\r\n"Pla; Joan";\r\n';
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

test.each([
  ['utf-8', Buffer.from(GUESTS), true],
  ['utf-8', Buffer.from(`\ufeff${GUESTS}`), true],
  ['utf-16le', utf16(`\ufeff${GUESTS}`), true],
  ['utf-16be', utf16(`\ufeff${GUESTS}`, true), true],
  ['utf-16le', utf16(GUESTS), true],
  ['utf-16be', utf16(GUESTS, true), true],
  ['windows-1252', Buffer.from(GUESTS, 'latin1'), false],
])('a file in %s is read, and it is said whether that is sure', async (encoding, bytes, isSure) => {
  const read = await readTable(bytes);
  expect(read).toEqual({
    ok: true,
    table: {
      kind: 'csv',
      encoding,
      isSure,
      separator: ';',
      headers: ['Nombre', 'Correo'],
      rows: [
        { row: 2, cells: ['José Ibáñez', 'jose@example.com'] },
        { row: 3, cells: ['Pla; Joan', ''] },
      ],
    },
  });
});

test('an encoding that was chosen counts, and what is not text in it is refused', async () => {
  const bytes = Buffer.from([0xb0, 0xeb, 0x2c, 0x61, 0x0a, 0xb0, 0xeb, 0x2c, 0x62]);
  expect(await readTable(bytes, { encoding: 'gb18030' })).toMatchObject({
    table: { encoding: 'gb18030', isSure: true },
  });
  expect(await readTable(bytes, { encoding: 'utf-8' })).toEqual({ ok: false, code: 'FILE_ENCODING' });
});

test('whatever stands in the cells, any separator is found and every cell comes back', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', ' ', '"', ',', ';', '\t', '|', '=', '漢') });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FILE_SEPARATORS),
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
      async (delimiter, rows) => {
        const records = rows.map((cells) => ['x', ...cells]);
        const text = stringify([['Id', 'Name', 'Email', 'Note'], ...records], { delimiter, quoted: true });
        expect(findSeparator(text)).toBe(delimiter);
        const read = await readTable(Buffer.from(text));
        expect(read.ok && read.table.rows.map(({ cells }) => cells)).toEqual(
          records.map((cells) => cells.map((one) => one.trim())),
        );
      },
    ),
  );
});

test('bytes of any kind are read as text or refused, and never more than that', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      expect(decodeText(bytes)?.text ?? '').toEqual(expect.any(String));
      const read = await readTable(Buffer.from(bytes));
      expect(read.ok || /^FILE_/.test(read.code)).toBe(true);
    }),
  );
});

test('the first sheet of a workbook is read as text, and a formula is what it came to', async () => {
  const rows = [
    ['Name', 'Plus', 'Seen', 'Note'],
    ['Rosa', 2, new Date('2027-06-11T00:00:00Z'), '=1+1'],
    [],
    ['Vera', null, null, null],
  ];
  const bytes = Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Guests', rows },
        { name: 'Other', rows: [['No']] },
      ],
    }),
  );
  expect(await readTable(bytes)).toMatchObject({
    ok: true,
    table: {
      kind: 'xlsx',
      encoding: null,
      headers: ['Name', 'Plus', 'Seen', 'Note'],
      rows: [
        { row: 2, cells: ['Rosa', '2', '2027-06-11', '=1+1'] },
        { row: 4, cells: ['Vera', '', '', ''] },
      ],
    },
  });
});

/** A zip with one deflated entry, which may declare a false size. */
function zipOf(name: string, content: Buffer, declared = content.length): Buffer {
  const packed = deflateRawSync(content);
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(declared, 22);
  local.writeUInt16LE(title.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc32(content), 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(declared, 24);
  entry.writeUInt16LE(title.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + title.length, 12);
  end.writeUInt32LE(local.length + title.length + packed.length, 16);
  return Buffer.concat([local, title, packed, entry, title, end]);
}

const bomb = Buffer.alloc(80 * 1024 * 1024);
const many = (n: number) => Buffer.from(`Name\n${'Ana\n'.repeat(n)}`);

test.each([
  ['a zip bomb', zipOf('xl/workbook.xml', bomb), 'FILE_TOO_LARGE'],
  ['a zip bomb that hides its size', zipOf('xl/workbook.xml', bomb, 10), 'FILE_TOO_LARGE'],
  ['another kind of zip', zipOf('word/document.xml', Buffer.from('<a/>')), 'FILE_TYPE'],
  ['a damaged workbook', zipOf('xl/workbook.xml', Buffer.from('<a/>')), 'FILE_UNREADABLE'],
  ['half a zip', zipOf('xl/workbook.xml', Buffer.from('<a/>')).subarray(0, 60), 'FILE_UNREADABLE'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'FILE_TYPE'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'FILE_TYPE'],
  [
    'a web page that calls itself a workbook',
    Buffer.from('\n<table>\n<tr><td>Name</td></tr>\n</table>'),
    'FILE_TYPE',
  ],
  ['XML', Buffer.from('<?xml version="1.0"?>\n<Workbook>\n</Workbook>'), 'FILE_TYPE'],
  ['a PDF without binary parts', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'FILE_TYPE'],
  ['an empty file', Buffer.alloc(0), 'FILE_EMPTY'],
  ['a header alone', Buffer.from('Name,Email\n\n,\n'), 'FILE_EMPTY'],
  ['too many rows', many(LIMITS.importedRows + 1), 'FILE_TOO_MANY_ROWS'],
  ['a header that comes twice', Buffer.from('Name,email,EMAIL\nAna,a,b\n'), 'FILE_HEADER_TWICE'],
])('%s is refused in one sentence', async (_, bytes, code) => {
  expect(await readTable(bytes)).toMatchObject({ ok: false, code });
});

test('as many rows as are allowed are read', async () => {
  const read = await readTable(many(LIMITS.importedRows));
  expect(read.ok && read.table.rows.length).toBe(LIMITS.importedRows);
});
