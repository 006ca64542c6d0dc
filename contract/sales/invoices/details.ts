import { z } from 'zod';
import { LIMITS } from '../../constants.ts';
import { endpoint, single } from '../../endpoint.ts';
import { line, orderShortId, text } from '../../fields.ts';
import { orderDetail, orderOfEvent } from '../orders.ts';
import { INVOICE_OBSTACLES, type InvoiceDetails } from './who.ts';

const wanted = {
  /** Of a person or a company. */
  name: line(LIMITS.invoiceName, 1),
  address: text(LIMITS.invoiceAddress),
  taxId: line(LIMITS.invoiceTaxId),
} satisfies Record<keyof InvoiceDetails, z.ZodType>;

/** The version of the buyer, which also rises with each change of the details. */
const version = z.number().int().min(1).max(2_147_483_647);

const ownInvoice = z.object({
  name: z.string(),
  address: z.string(),
  taxId: z.string(),
  version: z.number(),
  /** Whether an invoice was issued, so that a change brings a credit note and a new invoice. */
  isIssued: z.boolean(),
  /** Why the buyer cannot change it now; null if that is possible. */
  obstacle: z.enum(INVOICE_OBSTACLES).nullable(),
  /** How many changes are left. */
  left: z.number(),
});
export type OwnInvoice = z.output<typeof ownInvoice>;

const mine = z.object({ orderShortId });

export const getOwnInvoice = endpoint({
  method: 'GET',
  path: '/public/orders/:orderShortId/invoice-details',
  access: 'public',
  summary: 'To whom an order is or will be invoiced, and why whoever holds its link cannot change that.',
  params: mine,
  response: single(ownInvoice),
});

export const changeOwnInvoice = endpoint({
  method: 'PUT',
  path: '/public/orders/:orderShortId/invoice-details',
  access: 'public',
  idempotent: true,
  summary:
    'Change to whom an order is invoiced, as long as names may be corrected by its policy. An issued invoice stays: a credit note and a new invoice are mailed to the buyer. The present values change nothing. Possible a few times. 409 STALE_VERSION if it was changed meanwhile.',
  params: mine,
  body: z.strictObject({ ...wanted, version }),
  response: single(ownInvoice),
});

export const changeInvoiceDetails = endpoint({
  method: 'PUT',
  path: '/events/:eventId/orders/:orderId/invoice-details',
  access: 'orders.write',
  summary:
    'Change to whom an order is invoiced. An issued invoice stays: a credit note and a new invoice are mailed to the buyer. The present values change nothing. 409 STALE_VERSION if the buyer or the details were changed meanwhile.',
  params: orderOfEvent,
  body: z.strictObject({ ...wanted, version }),
  response: single(orderDetail),
});
