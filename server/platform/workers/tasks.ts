// Runs in the threads of the pool. Nothing else imports this file except for its types.
import { setPriority } from 'node:os';
import type { Locale } from '@entrada/contract/constants';
import * as documents from '@entrada/documents';
import type {
  CreditNotePdfData,
  EmailData,
  EmailKind,
  InvoicePdfData,
  TicketPdfData,
} from '@entrada/documents/types';

// On Linux this counts for this thread only: the loop, which answers requests, comes first on a busy core.
if (process.platform === 'linux') setPriority(10);

/** Tickets as A5 pages, one ticket on each page. */
export const drawTickets = ({ data, locale }: { data: TicketPdfData; locale: Locale }) =>
  documents.renderTicketPdf(data, locale);

/** An invoice on A4 pages. */
export const drawInvoice = ({ data, locale }: { data: InvoicePdfData; locale: Locale }) =>
  documents.renderInvoicePdf(data, locale);

/** A credit note on A4 pages. */
export const drawCreditNote = ({ data, locale }: { data: CreditNotePdfData; locale: Locale }) =>
  documents.renderCreditNotePdf(data, locale);

export type Letter = { [K in EmailKind]: { kind: K; data: EmailData[K]; locale: Locale } }[EmailKind];

/** An email as HTML and as plain text. */
export const writeLetter = ({ kind, data, locale }: Letter) => documents.renderEmail(kind, data, locale);
