import type { Locale } from '@entrada/contract/constants';
import { writeAuditWords } from './audit-log/words.ts';
import { calendarFile } from './calendar.ts';
import { writeChangeWords } from './event-changes/words.ts';
import { writeExportWords } from './exports/words.ts';
import { languageTag } from './format.ts';
import { loadI18n } from './i18n.ts';
import type { Documents } from './public.d.ts';
import type {
  AuditWords,
  CalendarData,
  CalendarMethod,
  ChangeWords,
  CreditNotePdfData,
  EmailData,
  EmailKind,
  ExportWords,
  InvoicePdfData,
  RenderedEmail,
  TicketPdfData,
} from './types.ts';

/**
 * An email in the language of its reader, as HTML and as plain text. Amounts are minor units; times are ISO
 * instants with the zone of the event. Every field is escaped except those named `...Html`, which the caller has
 * sanitized. The subject is a single line.
 */
export async function renderEmail<K extends EmailKind>(
  kind: K,
  data: EmailData[K],
  locale: Locale,
): Promise<RenderedEmail> {
  const [i18n, { writeLetter }, { renderText }, { renderHtml }] = await Promise.all([
    loadI18n(locale),
    import('./emails/letters.ts'),
    import('./emails/text.ts'),
    // React and the components load with the first email.
    import('./emails/html.tsx'),
  ]);
  const letter = writeLetter(kind, data, { i18n, locale });
  return {
    subject: letter.subject,
    html: await renderHtml(letter, languageTag(locale)),
    text: renderText(letter, locale),
  };
}

/** Tickets to print: A5 pages, one for each ticket in the given order. */
export async function renderTicketPdf(data: TicketPdfData, locale: Locale): Promise<Uint8Array> {
  const { ticketPdf } = await import('./tickets/pdf.ts');
  return ticketPdf(data, locale);
}

/** An invoice on A4 pages. */
export async function renderInvoicePdf(data: InvoicePdfData, locale: Locale): Promise<Uint8Array> {
  const { invoicePdf } = await import('./invoices/pdf.ts');
  return invoicePdf(data, locale);
}

/** A credit note on A4 pages. */
export async function renderCreditNotePdf(data: CreditNotePdfData, locale: Locale): Promise<Uint8Array> {
  const { creditNotePdf } = await import('./invoices/credit-note.ts');
  return creditNotePdf(data, locale);
}

/** The event as an .ics file. The method is PUBLISH by default. */
export function renderCalendar(data: CalendarData, options: { method?: CalendarMethod } = {}): string {
  return calendarFile(data, options.method ?? 'PUBLISH');
}

/** The headers and values of exported files in the language of their reader. */
export async function exportWords(locale: Locale): Promise<ExportWords> {
  return writeExportWords(await loadI18n(locale), locale);
}

/** The words of the audit log in the language of its reader. */
export async function auditWords(locale: Locale): Promise<AuditWords> {
  return writeAuditWords(await loadI18n(locale), locale);
}

/** The words that are proposed to tell people that an event is called off or moved. */
export async function changeWords(title: string, locale: Locale): Promise<ChangeWords> {
  return writeChangeWords(await loadI18n(locale), title);
}

({
  renderEmail,
  renderTicketPdf,
  renderInvoicePdf,
  renderCreditNotePdf,
  renderCalendar,
  exportWords,
  changeWords,
  auditWords,
}) satisfies Documents;
