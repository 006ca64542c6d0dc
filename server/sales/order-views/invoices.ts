import type { Locale } from '@entrada/contract/constants';
import { type AccountScope, type Ctx, scopeOf, scopeOfRow } from '../../platform/context.ts';
import { renderInvoicePdf } from '../../platform/documents.ts';
import { fail } from '../../platform/errors.ts';
import { findByShortId, findOrderOfEvent } from '../orders/queries.ts';
import { findInvoice } from './invoice-queries.ts';

type File = { contentType: string; body: Buffer; filename: string };
type Attached = { number: string; attachment: { filename: string; contentType: string; content: Buffer } };

/**
 * The invoice of the order behind a link, in the order's language. It stays available after a refund. Throws
 * ORDER_NOT_FOUND.
 */
export async function invoiceOfShortId(ctx: Ctx, shortId: string): Promise<File> {
  const order = await findByShortId(ctx.db, shortId);
  const file = order && (await invoiceFile(ctx, scopeOfRow(order), order.id));
  if (!file) throw fail('ORDER_NOT_FOUND');
  return toDownload(file);
}

/** The invoice of an order for its organizer. Throws NOT_FOUND. */
export async function invoiceOfOrder(
  ctx: Ctx,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<File> {
  const scope = scopeOf(ctx.actor);
  const found = await findOrderOfEvent(ctx.db, scope, eventId, orderId);
  const file = found && (await invoiceFile(ctx, scope, found.id));
  if (!file) throw fail('NOT_FOUND');
  return toDownload(file);
}

const toDownload = ({ attachment: { content, ...file } }: Attached): File => ({ ...file, body: content });

/** The invoice of an order as a file, with its number; null if it has none. */
export async function invoiceFile(
  ctx: Pick<Ctx, 'db'>,
  scope: AccountScope,
  orderId: number,
): Promise<Attached | null> {
  const invoice = await findInvoice(ctx.db, scope, orderId);
  if (!invoice) return null;
  const { number, issuedAt, content } = invoice;
  const pdf = { number, issuedAt: issuedAt.toISOString(), content };
  return {
    number,
    attachment: {
      filename: `${number.replace(/[^\w.-]/g, '_')}.pdf`,
      contentType: 'application/pdf',
      content: await renderInvoicePdf(pdf, invoice.locale as Locale),
    },
  };
}
