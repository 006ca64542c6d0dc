import { msg } from '@lingui/core/macro';
import { formatDates, formatDay, languageTag } from '../format.ts';
import { printable, SECONDARY } from '../tickets/page.ts';
import {
  amount,
  LEFT,
  type Look,
  label,
  RIGHT,
  room,
  rule,
  type Sheet,
  set,
  setRight,
  WIDE,
} from './sheet.ts';
import { taxLabel } from './tax-label.ts';
import type { InvoiceContent, InvoiceTaxOrFee } from './types.ts';

const COLUMNS = {
  title: { x: LEFT, width: 236 },
  quantity: { x: 300, width: 52 },
  unit: { x: 356, width: 88 },
  amount: { x: 448, width: RIGHT - 448 },
} as const;

/** The name of the document and its number. Answers the y below them. */
export function drawHead(sheet: Sheet, title: string): number {
  const { number } = sheet;
  const heading = { face: 'display', size: 30, leading: 32 } as const;
  let y = set(sheet, title, { x: LEFT, y: 56, width: WIDE }, { ...heading, lines: 1 });
  y = set(
    sheet,
    number,
    { x: LEFT, y: y + 4, width: WIDE },
    { face: 'semibold', size: 13, leading: 18, lines: 2 },
  );
  return y + 26;
}

type Fact = [name: string, value: string | readonly string[]];
type Parties = Pick<InvoiceContent, 'issuer' | 'buyer' | 'event' | 'orderReference'> & { issuedAt: string };

/** Who issues it to whom, and what it is about; `more` facts come first after the date. Answers the y below. */
export function drawParties(sheet: Sheet, top: number, parties: Parties, more: readonly Fact[] = []): number {
  const { i18n, locale } = sheet;
  const { issuer, buyer, event, orderReference, issuedAt } = parties;
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
  for (const line of buyer.address ?? []) beside = set(sheet, line, { ...right, y: beside });
  if (buyer.taxId) {
    const { taxId } = buyer;
    beside = set(sheet, i18n._(msg`Tax ID: ${taxId}`), { ...right, y: beside });
  }
  beside = set(sheet, buyer.email, { ...right, y: beside });
  const facts: Fact[] = [
    [i18n._(msg`Date of issue`), formatDay(issuedAt, event.timeZone, locale)],
    ...more,
    [i18n._(msg`Order`), orderReference],
    [i18n._(msg`Event`), event.title],
    [i18n._(msg`Date of the event`), formatDates(event, locale)],
  ];
  let row = Math.max(y, beside) + 22;
  for (let from = 0; from < facts.length; from += 2) {
    let below = row;
    facts.slice(from, from + 2).forEach(([name, value], at) => {
      const box = at === 0 ? left : right;
      below = Math.max(below, set(sheet, value, { ...box, y: label(sheet, name, { ...box, y: row }) }));
    });
    row = below + 12;
  }
  return row + 14;
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

type Line = { title: string; quantity: number | null; unitMinor: number | null; minor: number };

/** The lines below their columns. Answers the y below them. */
export function drawLines(sheet: Sheet, top: number, lines: readonly Line[]): number {
  const { doc, i18n, locale } = sheet;
  let y = drawColumns(sheet, top);
  for (const line of lines) {
    const fallback = i18n._(msg`Ticket`);
    doc.font(printable(doc, line.title, ['regular'])?.face ?? 'regular').fontSize(10);
    const rows = Math.min(3, Math.ceil(doc.heightOfString(line.title, { width: COLUMNS.title.width }) / 12));
    y = room(sheet, y, rows * 14.5 + 10, (begin) => drawColumns(sheet, begin));
    const below = set(sheet, [line.title, fallback], { ...COLUMNS.title, y });
    if (line.quantity !== null) {
      const quantity = new Intl.NumberFormat(languageTag(locale)).format(line.quantity);
      setRight(sheet, quantity, { ...COLUMNS.quantity, y });
    }
    if (line.unitMinor !== null) setRight(sheet, amount(sheet, line.unitMinor), { ...COLUMNS.unit, y });
    setRight(sheet, amount(sheet, line.minor), { ...COLUMNS.amount, y });
    y = below + 8;
  }
  rule(sheet, y);
  return y + 14;
}

function taxOrFeeName(sheet: Sheet, { label, rate }: InvoiceTaxOrFee, fallback: string): string {
  return taxLabel({ name: printable(sheet.doc, label, ['regular']) ? label : fallback, rate }, sheet);
}

type Sums = Pick<InvoiceContent, 'discount' | 'fees' | 'taxes' | 'netMinor' | 'totalMinor'>;

/** Discount, fees, taxes and total; `total` names the last. Answers the y below. */
export function drawTotals(sheet: Sheet, top: number, content: Sums, total: string): number {
  const { i18n } = sheet;
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
  y = room(sheet, y, 90);
  rule(sheet, y + 2, COLUMNS.quantity.x - 60);
  y = drawTotal(sheet, y + 12, { name: total, minor: content.totalMinor }, true);
  if (included.length > 0 && added.length === 0) {
    y = drawTotal(sheet, y, { name: i18n._(msg`Total without tax`), minor: content.netMinor });
  }
  for (const taxOrFee of included) {
    const name = taxOrFeeName(sheet, taxOrFee, tax);
    y = drawTotal(sheet, y, { name: i18n._(msg`including ${name}`), minor: taxOrFee.minor });
  }
  return y;
}

function drawTotal(
  sheet: Sheet,
  top: number,
  { name, minor }: { name: string; minor: number },
  isStrong = false,
): number {
  const y = room(sheet, top, 20);
  const look: Look = isStrong ? { face: 'semibold', size: 13, leading: 18 } : {};
  const x = COLUMNS.quantity.x - 60;
  const below = set(sheet, name, { x, y, width: COLUMNS.amount.x - x - 8 }, look);
  setRight(sheet, amount(sheet, minor), { ...COLUMNS.amount, y }, look);
  return below + 5;
}

/** A sentence at the end. */
export function drawClosing(sheet: Sheet, top: number, text: string): void {
  const y = room(sheet, top + 18, 40);
  set(sheet, text, { x: LEFT, y, width: WIDE }, { color: SECONDARY });
}
