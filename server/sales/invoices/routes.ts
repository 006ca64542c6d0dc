import { orderShortId, pathId } from '@entrada/contract/fields';
import { z } from 'zod';
import { byLink } from '../../platform/http/limits.ts';
import { type Api, download } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { documentOfOrder, documentOfShortId } from './files.ts';

const pdf = (name: string, summary: string) => ({ area: 'files', name, summary, types: ['application/pdf'] });

const inWorkspace = { eventId: pathId, orderId: pathId };
const byBuyer = { orderShortId };
const link = byLink('orderShortId');

/** Invoices and credit notes as PDF files, for organizers and for buyers. Each is drawn once. */
export function invoiceRoutes(api: Api, { drawings }: Pick<Resources, 'drawings'>): void {
  const access = 'orders.read' as const;
  const order = '/events/:eventId/orders/:orderId';
  download(
    api,
    {
      ...pdf('getInvoice', 'The first invoice of an order, for its organizer. 404 if it has none.'),
      path: `${order}/invoice.pdf`,
      access,
      params: z.object(inWorkspace),
    },
    ({ ctx, params }) => documentOfOrder(ctx, drawings, params, {}),
  );
  download(
    api,
    {
      ...pdf('getFurtherInvoice', 'One of the invoices of an order, for its organizer.'),
      path: `${order}/invoices/:invoiceId/invoice.pdf`,
      access,
      params: z.object({ ...inWorkspace, invoiceId: pathId }),
    },
    ({ ctx, params }) => documentOfOrder(ctx, drawings, params, params),
  );
  download(
    api,
    {
      ...pdf('getCreditNote', 'A credit note of an order, for its organizer.'),
      path: `${order}/credit-notes/:creditNoteId/credit-note.pdf`,
      access,
      params: z.object({ ...inWorkspace, creditNoteId: pathId }),
    },
    ({ ctx, params }) => documentOfOrder(ctx, drawings, params, params),
  );
  const mine = '/public/orders/:orderShortId';
  const everybody = { access: 'public' as const, ...link };
  download(
    api,
    {
      ...pdf('getInvoiceOfOrder', 'The first invoice of an order, for its buyer. 404 if it has none.'),
      path: `${mine}/invoice.pdf`,
      params: z.object(byBuyer),
      ...everybody,
    },
    ({ ctx, params }) => documentOfShortId(ctx, drawings, params.orderShortId, {}),
  );
  download(
    api,
    {
      ...pdf('getFurtherInvoiceOfOrder', 'One of the invoices of an order, for its buyer.'),
      path: `${mine}/invoices/:invoiceId/invoice.pdf`,
      params: z.object({ ...byBuyer, invoiceId: pathId }),
      ...everybody,
    },
    ({ ctx, params }) => documentOfShortId(ctx, drawings, params.orderShortId, params),
  );
  download(
    api,
    {
      ...pdf('getCreditNoteOfOrder', 'A credit note of an order, for its buyer.'),
      path: `${mine}/credit-notes/:creditNoteId/credit-note.pdf`,
      params: z.object({ ...byBuyer, creditNoteId: pathId }),
      ...everybody,
    },
    ({ ctx, params }) => documentOfShortId(ctx, drawings, params.orderShortId, params),
  );
}
