import { Readable } from 'node:stream';
import { DAY_MS } from '@entrada/contract/constants';
import { type Column, distinctHeaders } from './columns.ts';
import { bookParts, escaped, RELATIONS, STYLE, STYLES } from './xlsx-parts.ts';
import { type ZipEntry, zipStream } from './zip.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A sheet has no more rows than this, the headers included. */
const SHEET_ROWS = 1_048_576;
/** Nor has a cell more characters. */
const CELL_CHARACTERS = 32_767;

/** About 100 KB of text. V8 keeps texts of a megabyte, a whole page, until its rare large collections. */
const ROWS_AT_ONCE = 100;

type Sheets = { title: string; sheetRows?: number };

/**
 * Rows as a workbook, written as they are read. Numbers are numbers and dates are dates. A text that begins like a
 * formula is a text. Beyond the rows of one sheet another sheet follows, with the headers again. `title`: the name of the
 * sheet, in the reader's language.
 */
export function xlsxStream<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  { title, sheetRows = SHEET_ROWS }: Sheets,
): Readable {
  return Readable.from(zipStream(entries(columns, pages, { title, sheetRows })), { objectMode: false });
}

async function* entries<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  { title, sheetRows }: Required<Sheets>,
): AsyncGenerator<ZipEntry> {
  const headers = distinctHeaders(columns);
  const letters = columns.map((_, at) => lettersOf(at));
  const source = pages[Symbol.asyncIterator]();
  /** Rows that were read and are in no sheet yet. Null after the last one. */
  let rest: readonly Row[] | null = [];
  const fill = async () => {
    while (rest?.length === 0) {
      const next = await source.next();
      rest = next.done ? null : next.value;
    }
  };
  // One text for many rows, and no array for a row: a file of 100,000 rows has two million cells.
  const linesOf = (some: readonly Row[], first: number) => {
    let lines = '';
    let nth = first;
    for (const row of some) {
      lines += `<row r="${nth}">`;
      for (let at = 0; at < columns.length; at += 1) {
        const { value, as } = columns[at] as Column<Row>;
        lines += cell(`${letters[at]}${nth}`, value(row), as);
      }
      lines += '</row>';
      nth += 1;
    }
    return lines;
  };
  async function* sheet() {
    const names = headers.map((name, at) => textCell(`${letters[at]}1`, name, STYLE.header));
    yield `${SHEET_START}<cols>${columns.map(widthOf).join('')}</cols><sheetData><row r="1">${names.join('')}</row>`;
    for (let nth = 2; rest !== null && nth <= sheetRows; await fill()) {
      const first = nth;
      const some = rest.slice(0, Math.min(ROWS_AT_ONCE, sheetRows - nth + 1));
      rest = rest.slice(some.length);
      nth += some.length;
      yield linesOf(some, first);
    }
    yield '</sheetData></worksheet>';
  }
  try {
    await fill();
    yield { name: '_rels/.rels', text: [RELATIONS] };
    yield { name: 'xl/styles.xml', text: [STYLES] };
    let count = 0;
    do {
      count += 1;
      yield { name: `xl/worksheets/sheet${count}.xml`, text: sheet() };
    } while (rest !== null);
    yield* bookParts(title, count);
  } finally {
    await source.return?.();
  }
}

const SHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** The letters of a column: A, B, ... Z, AA. */
function lettersOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : `${lettersOf(Math.floor(at / 26) - 1)}${last}`;
}

function widthOf<Row>({ header, as }: Column<Row>, at: number): string {
  const width = Math.min(40, Math.max(as === 'time' ? 17 : 12, header.length + 2));
  return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
}

const DECIMAL = /^-?\d{1,15}(?:\.(\d{1,4}))?$/;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?$/;
/** The number of 1 January 1970. Spreadsheets count days from 1900. */
const EPOCH_DAY = 25_569;

function cell(at: string, value: string | number | null, as: Column<never>['as']): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (as === 'decimal') {
    const found = DECIMAL.exec(value);
    if (found) return `<c r="${at}" s="${STYLE.decimals + (found[1]?.length ?? 0)}"><v>${value}</v></c>`;
  } else if (as) {
    const found = MOMENT.exec(value);
    if (found) {
      const [, year, month, day, hour = '0', minute = '0'] = found;
      const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
      return `<c r="${at}" s="${as === 'time' ? STYLE.time : STYLE.date}"><v>${ms / DAY_MS + EPOCH_DAY}</v></c>`;
    }
  }
  return textCell(at, value, MAY_BE_FORMULA.test(value) ? STYLE.quoted : STYLE.plain);
}

/** A spreadsheet shows such a text as it is. The style keeps it a text also after somebody edited the cell. */
const MAY_BE_FORMULA = /^\s*[=+\-@]/;

/** Without being told, a spreadsheet drops blanks at either end. */
const BLANK_ENDS = /^\s|\s$/;

function textCell(at: string, text: string, style: number): string {
  const shown = escaped(text.length > CELL_CHARACTERS ? text.slice(0, CELL_CHARACTERS) : text);
  const space = BLANK_ENDS.test(shown) ? ' xml:space="preserve"' : '';
  return `<c r="${at}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t${space}>${shown}</t></is></c>`;
}
