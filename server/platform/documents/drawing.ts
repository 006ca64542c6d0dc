import type { Locale } from '@entrada/contract/constants';
import type { CreditNotePdfData, InvoicePdfData, TicketPdfData } from '@entrada/documents/types';

/**
 * Everything that a PDF shows: two equal drawings are the same file. It is plain data, so that it can be stored and
 * drawn later. `coverKey` names a picture of the file store; the content behind such a key never changes.
 */
export type Drawing =
  | { kind: 'tickets'; locale: Locale; coverKey: string | null; data: Omit<TicketPdfData, 'cover'> }
  | { kind: 'invoice'; locale: Locale; data: InvoicePdfData }
  | { kind: 'credit_note'; locale: Locale; data: CreditNotePdfData };
