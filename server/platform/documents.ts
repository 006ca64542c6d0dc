import type { Locale } from '@entrada/contract/constants';
import type { CalendarData, InvoicePdfData, TicketPdfData } from '@entrada/documents/types';

/** Tickets as A5 pages, one ticket on each page. The renderer is loaded at the first call. */
export async function renderTicketPdf(data: TicketPdfData, locale: Locale): Promise<Buffer> {
  const documents = await import('@entrada/documents');
  return Buffer.from(await documents.renderTicketPdf(data, locale));
}

/** An invoice on A4 pages. */
export async function renderInvoicePdf(data: InvoicePdfData, locale: Locale): Promise<Buffer> {
  const documents = await import('@entrada/documents');
  return Buffer.from(await documents.renderInvoicePdf(data, locale));
}

/** An event as an .ics file. */
export async function renderCalendar(data: CalendarData): Promise<string> {
  const documents = await import('@entrada/documents');
  return documents.renderCalendar(data);
}
