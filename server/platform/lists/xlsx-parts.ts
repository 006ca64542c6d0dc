import type { ZipEntry } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The places of the formats in STYLES. A decimal with n places has the format `decimals + n`. */
export const STYLE = { plain: 0, header: 1, quoted: 2, time: 3, date: 4, decimals: 5 } as const;

const PLACES = [0, 1, 2, 3, 4];
const FORMATS = [
  'yyyy\\-mm\\-dd\\ hh:mm',
  'yyyy\\-mm\\-dd',
  ...PLACES.map((places) => (places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`)),
];
/** Numbers below this one belong to formats that a spreadsheet has of its own. */
const FIRST_FORMAT = 164;

export const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${FORMATS.map(
  (format, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${format}"/>`,
).join(
  '',
)}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${3 + FORMATS.length}"><xf/><xf fontId="1" applyFont="1"/><xf quotePrefix="1"/>${FORMATS.map(
  (_, at) => `<xf numFmtId="${FIRST_FORMAT + at}" applyNumberFormat="1"/>`,
).join('')}</cellXfs></styleSheet>`;

/** The parts that name the sheets of a workbook. They come last, because only then is their number known. */
export function* bookParts(title: string, sheets: number): Generator<ZipEntry> {
  const each = (write: (nth: number) => string) =>
    Array.from({ length: sheets }, (_, at) => write(at + 1)).join('');
  const sheet = (nth: number) => `<sheet name="${sheetName(title, nth)}" sheetId="${nth}" r:id="rId${nth}"/>`;
  yield {
    name: 'xl/workbook.xml',
    text: [`${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(sheet)}</sheets></workbook>`],
  };
  const related = (nth: number) =>
    `<Relationship Id="rId${nth}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${nth}.xml"/>`;
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    text: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(related)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
  };
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${type}+xml"/>`;
  yield {
    name: '[Content_Types].xml',
    text: [
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${each((nth) => part(`worksheets/sheet${nth}`, 'worksheet'))}</Types>`,
    ],
  };
}

/** What no name of a sheet may contain. */
const NOT_IN_NAMES = /[[\]:*?/\\']/g;
const NAME_CHARACTERS = 31;

function sheetName(title: string, nth: number): string {
  const end = nth === 1 ? '' : ` (${nth})`;
  const name = title
    .replace(NOT_IN_NAMES, ' ')
    .trim()
    .slice(0, NAME_CHARACTERS - end.length);
  return escaped(`${name || 'Entrada'}${end}`).replaceAll('"', '&quot;');
}

const SPECIAL = /[&<>\r_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
/** What XML has no way to say. Tabs and line breaks stay. */
const UNSAYABLE = /[^\P{Cc}\t\n\x7F-\x9F]|\p{Cs}|[\uFFFE\uFFFF]/gu;

/** A text within XML. Spreadsheets read "_x0041_" as "A", so such an underscore is written as one itself. */
export const escaped = (text: string): string =>
  SPECIAL.test(text)
    ? text
        .replace(/\r\n?/g, '\n')
        .replace(UNSAYABLE, '')
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
    : text;
