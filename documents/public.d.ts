import type { Locale } from '@entrada/contract/constants';
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

/** What the built package exports, for those who import the build; index.ts is checked against it. */
export type Documents = {
  renderEmail: <K extends EmailKind>(kind: K, data: EmailData[K], locale: Locale) => Promise<RenderedEmail>;
  renderTicketPdf: (data: TicketPdfData, locale: Locale) => Promise<Uint8Array>;
  renderInvoicePdf: (data: InvoicePdfData, locale: Locale) => Promise<Uint8Array>;
  renderCreditNotePdf: (data: CreditNotePdfData, locale: Locale) => Promise<Uint8Array>;
  renderCalendar: (data: CalendarData, options?: { method?: CalendarMethod }) => string;
  exportWords: (locale: Locale) => Promise<ExportWords>;
  changeWords: (title: string, locale: Locale) => Promise<ChangeWords>;
  auditWords: (locale: Locale) => Promise<AuditWords>;
};

export const renderEmail: Documents['renderEmail'];
export const renderTicketPdf: Documents['renderTicketPdf'];
export const renderInvoicePdf: Documents['renderInvoicePdf'];
export const renderCreditNotePdf: Documents['renderCreditNotePdf'];
export const renderCalendar: Documents['renderCalendar'];
export const exportWords: Documents['exportWords'];
export const changeWords: Documents['changeWords'];
export const auditWords: Documents['auditWords'];
