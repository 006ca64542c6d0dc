import type { OrderDocument } from './documents.ts';

type Named = Pick<OrderDocument, 'kind' | 'id'>;

// The pages of buyers need it, so it stands apart from the schemas.
/** The address of a document below an order of the API: of an organizer's order, or of a buyer's link. */
export const documentPath = ({ kind, id }: Named): string =>
  kind === 'invoice' ? `invoices/${id}/invoice.pdf` : `credit-notes/${id}/credit-note.pdf`;
