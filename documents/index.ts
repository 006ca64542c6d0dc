import type { Locale } from '@entrada/contract/constants';
import { calendarFile } from './calendar.ts';
import { languageTag } from './format.ts';
import { loadI18n } from './i18n.ts';
import type { Documents } from './public.d.ts';
import type {
  CalendarData,
  CalendarMethod,
  EmailData,
  EmailKind,
  InvoicePdfData,
  RenderedEmail,
  TicketPdfData,
} from './types.ts';

/**
 * An email in the language of its reader, as HTML and as plain text. Amounts are minor units, times
 * ISO instants with the zone of the event. Escapes everything but the fields that are named `...Html`,
 * which the caller has sanitized. The subject is a single line.
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
    // More than a second to load: not before the first email.
    import('./emails/html.tsx'),
  ]);
  const letter = writeLetter(kind, data, { i18n, locale });
  return {
    subject: letter.subject,
    html: await renderHtml(letter, languageTag(locale)),
    text: renderText(letter),
  };
}

/** Tickets to print: A5 pages, one for each ticket in the order given. */
export async function renderTicketPdf(data: TicketPdfData, locale: Locale): Promise<Uint8Array> {
  const { ticketPdf } = await import('./tickets/pdf.ts');
  return ticketPdf(data, locale);
}

/** An invoice on A4 pages. */
export async function renderInvoicePdf(data: InvoicePdfData, locale: Locale): Promise<Uint8Array> {
  const { invoicePdf } = await import('./invoices/pdf.ts');
  return invoicePdf(data, locale);
}

/** The event as an .ics file; PUBLISH unless said otherwise. */
export function renderCalendar(data: CalendarData, options: { method?: CalendarMethod } = {}): string {
  return calendarFile(data, options.method ?? 'PUBLISH');
}

({ renderEmail, renderTicketPdf, renderInvoicePdf, renderCalendar }) satisfies Documents;
