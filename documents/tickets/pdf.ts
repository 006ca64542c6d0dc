import type { Locale } from '@entrada/contract/constants';
import { withNote } from '@entrada/contract/words/side-by-side';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import PDFDocument from 'pdfkit';
import type { EventFacts } from '../facts.ts';
import { formatDates, formatTimes, formatZoneAndOffset, languageTag, money } from '../format.ts';
import { loadI18n } from '../i18n.ts';
import { type Face, loadFonts, registerFonts } from './fonts.ts';
import { drawBrand, drawCode, drawCover, drawCutLine, drawHairline, openCover } from './marks.ts';
import {
  collect,
  PAGE,
  type PdfDocument,
  type Printable,
  printable,
  SECONDARY,
  setFact,
  setHeading,
  setText,
} from './page.ts';
import type { TicketPdfData, TicketPdfTicket } from './types.ts';

const HEADING: Face[] = ['display', 'semibold'];
const VALUE: Face[] = ['semibold'];
const BODY: Face[] = ['regular'];
const LEFT = PAGE.margin;
const RIGHT = 261;
const WIDE = PAGE.width - 2 * PAGE.margin;

type Sheet = { doc: PdfDocument; i18n: I18n; locale: Locale; event: EventFacts };

/**
 * The tickets as A5 pages, one each. If the package's fonts lack a script, its text is never drawn as empty boxes:
 * the ticket's number replaces a name, and other text is left out. The page then says where the whole ticket can be
 * seen.
 */
export async function ticketPdf(data: TicketPdfData, locale: Locale): Promise<Uint8Array> {
  const [i18n, fonts] = await Promise.all([loadI18n(locale), loadFonts()]);
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: languageTag(locale),
    displayTitle: true,
    info: { Title: data.event.title, Author: data.event.organizerName, Creator: 'Entrada' },
  });
  const finished = collect(doc);
  registerFonts(doc, fonts);
  const cover = openCover(doc, data.cover);
  for (const ticket of data.tickets) {
    doc.addPage();
    if (cover) drawCover(doc, cover);
    const event = { ...data.event, ...ticket.dates };
    drawTicket({ doc, i18n, locale, event }, ticket, cover !== null);
  }
  doc.end();
  return finished;
}

function drawTicket(sheet: Sheet, ticket: TicketPdfTicket, hasCover: boolean): void {
  const { doc } = sheet;
  const top = hasCover ? 146 : 42;
  drawEvent(sheet, top);
  drawCutLine(doc);
  drawHolder(sheet, ticket);
  drawCode(doc, ticket.code, { x: 247, y: 351.5, size: 139.5 });
  doc.font('semibold').fontSize(11);
  const number = printable(doc, ticket.reference, VALUE);
  if (number) doc.text(number.text, 247, 497, { width: 139.5, align: 'center', lineBreak: false });
  const { title, organizerName } = sheet.event;
  const isWhole = [title, organizerName, ticket.name, ticket.ticketTitle].every(
    (text) => text.trim() === '' || printable(doc, text, HEADING),
  );
  drawFooter(sheet, isWhole ? null : ticket.url);
}

function drawEvent(sheet: Sheet, top: number): void {
  const { doc, event } = sheet;
  const title = printable(doc, event.title, HEADING);
  // An address is ASCII, so it replaces a title that no font can show.
  const heading = title ?? printable(doc, new URL(event.url).href, VALUE);
  const sizes = title ? { largest: 33, smallest: 15 } : { largest: 14, smallest: 9 };
  const y = heading
    ? setHeading(doc, heading, { x: LEFT, y: top, width: WIDE, height: 212 - top }, sizes)
    : top;
  drawEventFacts(sheet, y + 14);
}

function drawEventFacts({ doc, i18n, locale, event }: Sheet, top: number): void {
  const times = formatTimes(event, locale);
  const clock = printable(doc, withNote(times.text, formatZoneAndOffset(event, locale), locale), VALUE);
  const dates = printable(doc, formatDates(event, locale), VALUE);
  const left = { x: LEFT, y: top, width: RIGHT - LEFT - 12 };
  const right = { x: RIGHT, y: top, width: PAGE.width - PAGE.margin - RIGHT };
  const next = Math.max(
    dates ? setFact(doc, i18n._(msg`Date`), [dates], left, 1) : top,
    clock ? setFact(doc, times.isRange ? i18n._(msg`Time`) : i18n._(msg`Starts`), [clock], right, 1) : top,
  );
  const place = event.isOnline
    ? [printable(doc, i18n._(msg`Online`), VALUE)]
    : [
        printable(doc, event.location?.name ?? null, VALUE),
        printable(doc, event.location?.address ?? null, BODY),
      ];
  // Under a cover there is space for only one line of each above the cut.
  const lines = next + 9 + 13 + 4 * 15 < PAGE.cut - 6 ? 2 : 1;
  const places = place.filter((value): value is Printable => value !== null);
  if (places.length > 0) setFact(doc, i18n._(msg`Place`), places, { ...left, y: next + 9 }, lines);
  const organizer = printable(doc, event.organizerName, VALUE);
  if (organizer) setFact(doc, i18n._(msg`Organizer`), [organizer], { ...right, y: next + 9 }, 2);
}

function drawHolder({ doc, i18n, locale }: Sheet, ticket: TicketPdfTicket): void {
  const box = { x: LEFT, y: 352, width: 200 };
  const name = printable(doc, ticket.name, HEADING) ?? printable(doc, ticket.reference, HEADING);
  let y = name ? setHeading(doc, name, { ...box, height: 50 }, { largest: 24, smallest: 13 }) + 5 : box.y;
  const price = i18n._(msg`Price`);
  const facts: [string, Printable | null][] = [
    [i18n._(msg`Ticket`), printable(doc, ticket.ticketTitle, VALUE)],
    [price, printable(doc, priceText(i18n, locale, ticket), VALUE)],
    [i18n._(msg`Order`), printable(doc, ticket.orderReference, VALUE)],
  ];
  for (const [label, value] of facts) {
    const lines = label === price ? 2 : 1;
    if (value) y = setFact(doc, label, [value], { ...box, y: y + 7 }, lines);
  }
}

/** "€95.00 + €5.70 in fees"; "€100.70" where the event shows all-in prices. */
function priceText(i18n: I18n, locale: Locale, { price, currency }: TicketPdfTicket): string {
  if (price.total === 0) return i18n._(msg`Free`);
  const amount = money(price.amount, currency, locale);
  const fee = money(price.plusFees, currency, locale);
  const tax = money(price.plusTaxes, currency, locale);
  if (price.plusFees > 0 && price.plusTaxes > 0) return i18n._(msg`${amount} + ${fee} in fees + ${tax} tax`);
  if (price.plusFees > 0) return i18n._(msg`${amount} + ${fee} in fees`);
  if (price.plusTaxes > 0) return i18n._(msg`${amount} + ${tax} tax`);
  return amount;
}

function drawFooter({ doc, i18n, event }: Sheet, fullTicketUrl: string | null): void {
  drawHairline(doc, 529);
  const box = { x: LEFT, width: 285 };
  const look = { size: 8.2, leading: 11.5, color: SECONDARY, lines: 2 };
  const email = event.supportEmail;
  const lines = [
    i18n._(msg`Show the code at the door, on paper or on your phone.`),
    email
      ? i18n._(msg`Each code lets one person in, once. Help: ${email}`)
      : i18n._(msg`Each code lets one person in, once.`),
    fullTicketUrl,
  ];
  let y = 540;
  for (const line of lines) {
    const text = printable(doc, line, BODY);
    if (text) y = setText(doc, text, { ...box, y }, look);
  }
  drawBrand(doc, 545);
}
