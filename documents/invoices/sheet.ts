import type { Locale } from '@entrada/contract/constants';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import PDFDocument from 'pdfkit';
import { languageTag, money } from '../format.ts';
import { loadI18n } from '../i18n.ts';
import { type Face, loadFonts, registerFonts } from '../tickets/fonts.ts';
import { collect, HAIRLINE, type PdfDocument, printable, SECONDARY, setText } from '../tickets/page.ts';

/** In points: A4 upright. */
const A4 = { width: 595.28, height: 841.89, margin: 56, bottom: 760 } as const;
export const LEFT = A4.margin;
export const WIDE = A4.width - 2 * A4.margin;
export const RIGHT = A4.width - A4.margin;

/** A numbered document that is being drawn. `currency`: of its amounts. */
export type Sheet = { doc: PdfDocument; i18n: I18n; locale: Locale; number: string; currency: string };
export type Look = { face?: Face; size?: number; leading?: number; color?: string; lines?: number };
export type Box = { x: number; y: number; width: number };

type Opened = { number: string; currency: string; author: string; title: (i18n: I18n) => string };

/**
 * A numbered document on as many A4 pages as its parts need, with its number and the page below. If the package's fonts
 * lack a script, its text is never drawn as empty boxes: the email address replaces the buyer's name, and a general word
 * replaces a ticket's name.
 */
export async function drawSheet(
  { number, currency, author, title }: Opened,
  locale: Locale,
  draw: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  const [i18n, fonts] = await Promise.all([loadI18n(locale), loadFonts()]);
  const doc = new PDFDocument({
    size: [A4.width, A4.height],
    margin: 0,
    font: '',
    bufferPages: true,
    autoFirstPage: false,
    lang: languageTag(locale),
    displayTitle: true,
    info: { Title: title(i18n), Author: author, Creator: 'Entrada' },
  });
  const finished = collect(doc);
  registerFonts(doc, fonts);
  doc.addPage();
  const sheet: Sheet = { doc, i18n, locale, number, currency };
  draw(sheet);
  drawPageNumbers(sheet);
  doc.end();
  return finished;
}

/** Draws the first of `texts` for which a font has all glyphs. Answers the y below it. */
export function set({ doc }: Sheet, texts: string | readonly string[], box: Box, look: Look = {}): number {
  const { face = 'regular', size = 10, leading = 14.5, lines = 3, color } = look;
  const all = typeof texts === 'string' ? [texts] : texts;
  for (const text of all) {
    const what = printable(doc, text, [face, 'semibold']);
    if (what) return setText(doc, what, box, { size, leading, lines, ...(color && { color }) });
  }
  return box.y;
}

/** Draws a figure at the right edge of its column. */
export function setRight(sheet: Sheet, text: string, box: Box, look: Look = {}): void {
  const { doc } = sheet;
  const { face = 'regular', size = 10 } = look;
  const what = printable(doc, text, [face, 'semibold']);
  if (!what) return;
  doc.font(what.face).fontSize(size);
  const width = Math.min(box.width, doc.widthOfString(what.text) + 1);
  set(sheet, what.text, { x: box.x + box.width - width, y: box.y, width: width + 1 }, { ...look, lines: 1 });
}

/** An amount. If no font has the currency's sign, the currency's code replaces it. */
export function amount({ doc, locale, currency }: Sheet, minor: number): string {
  const text = money(minor, currency, locale);
  if (printable(doc, text, ['regular'])) return text;
  return `${text.replace(/[^\p{N}.,’'\s-]/gu, '').trim()} ${currency}`;
}

/** A small word above a fact. Answers the y below it. */
export function label(sheet: Sheet, text: string, box: Box): number {
  return set(sheet, text, box, { size: 8.5, leading: 13, color: SECONDARY, lines: 1 });
}

/** A line across the page, or from `from` on. */
export function rule({ doc }: Sheet, y: number, from: number = LEFT): void {
  doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(HAIRLINE).stroke();
}

/** Starts a new page if the next part does not fit on this one. `begin` draws what every page begins with. */
export function room(
  sheet: Sheet,
  y: number,
  height: number,
  begin: (y: number) => number = (top) => top,
): number {
  if (y + height <= A4.bottom) return y;
  sheet.doc.addPage();
  return begin(56);
}

function drawPageNumbers(sheet: Sheet): void {
  const { doc, i18n, number } = sheet;
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
