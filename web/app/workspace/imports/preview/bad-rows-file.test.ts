import { expect, test } from 'vitest';
import { badRowsFile } from './bad-rows-file.ts';

test('the rows with errors come back as they were, with the reason, and no cell is a formula', () => {
  const file = {
    headers: ['Name', 'Plus', 'Nota'],
    rows: [
      { row: 2, cells: ['Rosa', '+1', 'ok'] },
      { row: 3, cells: ['Joan "Pla"', '+1', '=1+1'] },
      { row: 4, cells: ['Vera; Novak'] },
    ],
    separator: ';' as const,
  };
  const reasons = new Map([
    [3, 'Email missing'],
    [4, 'Name'],
  ]);
  expect(badRowsFile(file, { reasons, header: 'Error' })).toBe(
    '\uFEFFName;Plus;Nota;Error\r\n"Joan ""Pla""";+1;\'=1+1;Email missing\r\n"Vera; Novak";;;Name\r\n',
  );
});

test.each(['\u00A0=1+1', '\u200B=1+1', '\uFF1D1+1', '\u2212cmd', '-1+cmd', 'x;=1+1', 'x\n=1+1'])(
  'the cell %j comes back as text',
  (cell) => {
    const file = { headers: ['Name'], rows: [{ row: 2, cells: [cell] }], separator: ',' as const };
    const [, line = ''] = badRowsFile(file, { reasons: new Map([[2, 'Wrong']]), header: 'Error' }).split(
      'Error\r\n',
    );
    expect(line.replace(',Wrong\r\n', '').replace(/^"|"$/g, '').replaceAll('""', '"')).toBe(
      cell.replace(/[=\uFF1D\u2212]|^-/, (sign) => `'${sign}`),
    );
  },
);
