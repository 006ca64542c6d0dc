import { type CellValue, streamXlsxRows } from 'hucre';

/** The first sheet's rows as text, each with its number. Formulas are what they came to when they were saved. */
export async function readWorkbook(bytes: Buffer, maxRows: number): Promise<[number, string[]][]> {
  const rows: [number, string[]][] = [];
  for await (const { index, values } of streamXlsxRows(new Uint8Array(bytes), { maxRows, sheet: 0 })) {
    rows.push([index + 1, values.map(textOf)]);
  }
  return rows;
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
