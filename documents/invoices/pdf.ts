import type { Locale } from '@entrada/contract/constants';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import PDFDocument from 'pdfkit';
import { formatDates, formatDay, languageTag, money } from '../format.ts';
import { loadI18n } from '../i18n.ts';
import { type Face, loadFonts } from '../tickets/fonts.ts';
import { HAIRLINE, type PdfDocument, printable, SECONDARY, setText } from '../tickets/page.ts';
import type { InvoiceContent, InvoicePdfData, InvoiceTaxOrFee } from '../types.ts';
import { taxLabel } from './tax-label.ts';

/** In points: A4 upright. */
const A4 = { width: 595.28, height: 841.89, margin: 56, bottom: 760 } as const;
const LEFT = A4.margin;
const WIDE = A4.width - 2 * A4.margin;
const RIGHT = A4.width - A4.margin;
const COLUMNS = {
  title: { x: LEFT, width: 236 },
  quantity: { x: 300, width: 52 },
  unit: { x: 356, width: 88 },
  amount: { x: 448, width: RIGHT - 448 },
} as const;

const byCard = msg`Paid by card.`;
const PAID: Record<InvoiceContent['payment'], MessageDescriptor> = {
  card: byCard,
  terminal: byCard,
  cash: msg`Paid in cash.`,
  offline: msg`Paid without a card. Payment received.`,
};

type Sheet = { doc: PdfDocument; i18n: I18n; locale: Locale; data: InvoicePdfData };
type Look = { face?: Face; size?: number; leading?: number; color?: string; lines?: number };

/**
 * An invoice on as many A4 pages as its lines need. If the package's fonts lack a script, its text is never drawn
 * as empty boxes: the email address replaces the buyer's name, and a general word replaces a ticket's name.
 */
export async function invoicePdf(data: InvoicePdfData, locale: Locale): Promise<Uint8Array> {
  const [i18n, fonts] = await Promise.all([loadI18n(locale), loadFonts()]);
  const { number, content } = data;
  const doc = new PDFDocument({
    size: [A4.width, A4.height],
    margin: 0,
    font: '',
    bufferPages: true,
    autoFirstPage: false,
    lang: languageTag(locale),
    displayTitle: true,
    info: {
      Title: i18n._(msg`Invoice ${number}`),
      Author: content.issuer.lines[0] ?? '',
      Creator: 'Entrada',
    },
  });
  const finished = collect(doc);
  for (const face of Object.keys(fonts) as Face[]) doc.registerFont(face, fonts[face]);
  doc.addPage();
  const sheet: Sheet = { doc, i18n, locale, data };
  drawTotals(sheet, drawLines(sheet, drawParties(sheet, drawHead(sheet))));
  drawPageNumbers(sheet);
  doc.end();
  return finished;
}

function collect(doc: PdfDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
}

/** Draws the first of `texts` for which a font has all glyphs. Answers the y below it. */
function set(
  { doc }: Sheet,
  texts: string | readonly string[],
  box: { x: number; y: number; width: number },
  look: Look = {},
): number {
  const { face = 'regular', size = 10, leading = 14.5, lines = 3, color } = look;
  const all = typeof texts === 'string' ? [texts] : texts;
  for (const text of all) {
    const what = printable(doc, text, [face, 'semibold']);
    if (what) return setText(doc, what, box, { size, leading, lines, ...(color && { color }) });
  }
  return box.y;
}

/** Draws a figure at the right edge of its column. */
function setRight(sheet: Sheet, text: string, box: { x: number; y: number; width: number }, look: Look = {}) {
  const { doc } = sheet;
  const { face = 'regular', size = 10 } = look;
  const what = printable(doc, text, [face, 'semibold']);
  if (!what) return;
  doc.font(what.face).fontSize(size);
  const width = Math.min(box.width, doc.widthOfString(what.text) + 1);
  set(sheet, what.text, { x: box.x + box.width - width, y: box.y, width: width + 1 }, { ...look, lines: 1 });
}

/** An amount. If no font has the currency's sign, the currency's code replaces it. */
function amount({ doc, locale, data }: Sheet, minor: number): string {
  const { currency } = data.content;
  const text = money(minor, currency, locale);
  if (printable(doc, text, ['regular'])) return text;
  return `${text.replace(/[^\p{N}.,’'\s-]/gu, '').trim()} ${currency}`;
}

function drawHead(sheet: Sheet): number {
  const { i18n, data } = sheet;
  const { number } = data;
  const heading = { face: 'display', size: 30, leading: 32 } as const;
  const title = i18n._(msg`Invoice`);
  let y = set(sheet, title, { x: LEFT, y: 56, width: WIDE }, { ...heading, lines: 1 });
  y = set(
    sheet,
    number,
    { x: LEFT, y: y + 4, width: WIDE },
    { face: 'semibold', size: 13, leading: 18, lines: 2 },
  );
  return y + 26;
}

function label(sheet: Sheet, text: string, box: { x: number; y: number; width: number }): number {
  return set(sheet, text, box, { size: 8.5, leading: 13, color: SECONDARY, lines: 1 });
}

function drawParties(sheet: Sheet, top: number): number {
  const { i18n, locale, data } = sheet;
  const { issuer, buyer, event, orderReference } = data.content;
  const left = { x: LEFT, width: 220 };
  const right = { x: 320, width: RIGHT - 320 };
  let y = label(sheet, i18n._(msg`Issued by`), { ...left, y: top });
  issuer.lines.forEach((line, at) => {
    y = set(sheet, line, { ...left, y }, { face: at === 0 ? 'semibold' : 'regular' });
  });
  if (issuer.taxId) {
    const { taxId } = issuer;
    y = set(sheet, i18n._(msg`Tax ID: ${taxId}`), { ...left, y });
  }
  let beside = label(sheet, i18n._(msg`Issued to`), { ...right, y: top });
  beside = set(sheet, [buyer.name, buyer.email], { ...right, y: beside }, { face: 'semibold' });
  beside = set(sheet, buyer.email, { ...right, y: beside });
  const facts: [string, string | readonly string[]][] = [
    [i18n._(msg`Date of issue`), formatDay(data.issuedAt, event.timeZone, locale)],
    [i18n._(msg`Order`), orderReference],
    [i18n._(msg`Event`), event.title],
    [i18n._(msg`Date of the event`), formatDates(event, locale)],
  ];
  let row = Math.max(y, beside) + 22;
  for (const pair of [facts.slice(0, 2), facts.slice(2)]) {
    let below = row;
    pair.forEach(([name, value], at) => {
      const box = at === 0 ? left : right;
      below = Math.max(below, set(sheet, value, { ...box, y: label(sheet, name, { ...box, y: row }) }));
    });
    row = below + 12;
  }
  return row + 14;
}

function rule({ doc }: Sheet, y: number, from: number = LEFT): void {
  doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(HAIRLINE).stroke();
}

function drawColumns(sheet: Sheet, y: number): number {
  const { i18n } = sheet;
  const look = { size: 8.5, leading: 13, color: SECONDARY };
  label(sheet, i18n._(msg`Description`), { ...COLUMNS.title, y });
  setRight(sheet, i18n._(msg`Quantity`), { ...COLUMNS.quantity, y }, look);
  setRight(sheet, i18n._(msg`Unit price`), { ...COLUMNS.unit, y }, look);
  setRight(sheet, i18n._(msg`Amount`), { ...COLUMNS.amount, y }, look);
  rule(sheet, y + 18);
  return y + 26;
}

/** Starts a new page if the next part does not fit on this one. */
function room(sheet: Sheet, y: number, height: number, withColumns: boolean): number {
  if (y + height <= A4.bottom) return y;
  sheet.doc.addPage();
  return withColumns ? drawColumns(sheet, 56) : 56;
}

function drawLines(sheet: Sheet, top: number): number {
  const { doc, i18n, locale, data } = sheet;
  let y = drawColumns(sheet, top);
  for (const line of data.content.lines) {
    const fallback = i18n._(msg`Ticket`);
    doc.font(printable(doc, line.title, ['regular'])?.face ?? 'regular').fontSize(10);
    const rows = Math.min(3, Math.ceil(doc.heightOfString(line.title, { width: COLUMNS.title.width }) / 12));
    y = room(sheet, y, rows * 14.5 + 10, true);
    const below = set(sheet, [line.title, fallback], { ...COLUMNS.title, y });
    const quantity = new Intl.NumberFormat(languageTag(locale)).format(line.quantity);
    setRight(sheet, quantity, { ...COLUMNS.quantity, y });
    setRight(sheet, amount(sheet, line.unitMinor), { ...COLUMNS.unit, y });
    setRight(sheet, amount(sheet, line.minor), { ...COLUMNS.amount, y });
    y = below + 8;
  }
  rule(sheet, y);
  return y + 14;
}

function taxOrFeeName(sheet: Sheet, { label, rate }: InvoiceTaxOrFee, fallback: string): string {
  return taxLabel({ name: printable(sheet.doc, label, ['regular']) ? label : fallback, rate }, sheet);
}

function drawTotals(sheet: Sheet, top: number): void {
  const { i18n, data } = sheet;
  const { content } = data;
  const rows: { name: string; minor: number }[] = [];
  if (content.discount) {
    const { code, minor } = content.discount;
    rows.push({ name: code ? i18n._(msg`Discount with ${code}`) : i18n._(msg`Discount`), minor: -minor });
  }
  const fee = i18n._(msg`Fee`);
  const tax = i18n._(msg`Tax`);
  for (const taxOrFee of content.fees)
    rows.push({ name: taxOrFeeName(sheet, taxOrFee, fee), minor: taxOrFee.minor });
  const [added, included] = [
    content.taxes.filter((one) => !one.isIncluded),
    content.taxes.filter((one) => one.isIncluded),
  ];
  if (added.length > 0) rows.push({ name: i18n._(msg`Total without tax`), minor: content.netMinor });
  for (const taxOrFee of added)
    rows.push({ name: taxOrFeeName(sheet, taxOrFee, tax), minor: taxOrFee.minor });
  let y = top;
  for (const row of rows) y = drawTotal(sheet, y, row);
  y = room(sheet, y, 90, false);
  rule(sheet, y + 2, COLUMNS.quantity.x - 60);
  y = drawTotal(sheet, y + 12, { name: i18n._(msg`Total`), minor: content.totalMinor }, true);
  if (included.length > 0 && added.length === 0) {
    y = drawTotal(sheet, y, { name: i18n._(msg`Total without tax`), minor: content.netMinor });
  }
  for (const taxOrFee of included) {
    const name = taxOrFeeName(sheet, taxOrFee, tax);
    y = drawTotal(sheet, y, { name: i18n._(msg`including ${name}`), minor: taxOrFee.minor });
  }
  y = room(sheet, y + 18, 40, false);
  set(sheet, i18n._(PAID[content.payment]), { x: LEFT, y, width: WIDE }, { color: SECONDARY });
}

function drawTotal(
  sheet: Sheet,
  top: number,
  { name, minor }: { name: string; minor: number },
  isStrong = false,
): number {
  const y = room(sheet, top, 20, false);
  const look: Look = isStrong ? { face: 'semibold', size: 13, leading: 18 } : {};
  const x = COLUMNS.quantity.x - 60;
  const below = set(sheet, name, { x, y, width: COLUMNS.amount.x - x - 8 }, look);
  setRight(sheet, amount(sheet, minor), { ...COLUMNS.amount, y }, look);
  return below + 5;
}

function drawPageNumbers(sheet: Sheet): void {
  const { doc, i18n, data } = sheet;
  const { number } = data;
  const { count } = doc.bufferedPageRange();
  const look = { size: 8.5, leading: 12, color: SECONDARY };
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at);
    rule(sheet, 782);
    set(sheet, number, { x: LEFT, y: 792, width: WIDE / 2 }, { ...look, lines: 1 });
    const page = at + 1;
    const words = i18n._(msg`Page ${page} of ${count}`);
    setRight(sheet, words, { x: RIGHT - 200, y: 792, width: 200 }, look);
  }
}
