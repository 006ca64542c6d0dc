import { z } from 'zod';

/** To whom an order is invoiced. */
export const invoiceDetails = z.object({
  /** Of a person or a company. */
  name: z.string(),
  /** In lines; empty if there is none. */
  address: z.string(),
  taxId: z.string(),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

/** Why the details of an invoice cannot be changed now. The first ones hold for organizers too. */
export const INVOICE_OBSTACLES = [
  'ORDER_NOT_COMPLETE',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'ORDER_HAS_NO_INVOICE',
  'REFUND_PENDING',
  'PAYMENT_DISPUTED',
  'EVENT_ARCHIVED',
  'CHANGE_NOT_OFFERED',
  'CHANGE_OVER',
  'INVOICE_CHANGES_EXHAUSTED',
] as const;
export type InvoiceObstacle = (typeof INVOICE_OBSTACLES)[number];
