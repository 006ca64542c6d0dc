import { z } from 'zod';
import { isoOut } from '../../fields.ts';

/** An invoice of an order, or a credit note over what went back of one. Minor units of the order's currency. */
export const orderDocument = z.object({
  kind: z.enum(['invoice', 'credit_note']),
  id: z.number(),
  number: z.string(),
  total: z.number(),
  /** The invoice that a credit note is about; null for an invoice. */
  invoiceNumber: z.string().nullable(),
  issuedAt: isoOut,
  /** Whether an invoice still bills anything. False once credit notes took all of it back, and for credit notes. */
  counts: z.boolean(),
});
export type OrderDocument = z.output<typeof orderDocument>;
