import type { Locale } from '@entrada/contract/constants';
import { type AccountScope, type Ctx, scopeOf, scopeOfRow } from '../../platform/context.ts';
import type { Drawings } from '../../platform/documents/draw.ts';
import { fail } from '../../platform/errors.ts';
import type { DrawnAttachment } from '../../platform/mail/attachments.ts';
import { findByShortId, findOrderOfEvent } from '../orders/queries.ts';
import { findInvoice } from './invoice-queries.ts';

type File = { contentType: string; body: Buffer; filename: string };

/**
 * The invoice of the order behind a link, in the order's language. It stays available after a refund. Throws
 * ORDER_NOT_FOUND or UNAVAILABLE.
 */
export async function invoiceOfShortId(ctx: Ctx, drawings: Drawings, shortId: string): Promise<File> {
  const order = await findByShortId(ctx.db, shortId);
  const invoice = order && (await invoiceFile(ctx, scopeOfRow(order), order.id));
  if (!invoice) throw fail('ORDER_NOT_FOUND');
  return toDownload(drawings, invoice.attachment);
}

/** The invoice of an order for its organizer. Throws NOT_FOUND or UNAVAILABLE. */
export async function invoiceOfOrder(
  ctx: Ctx,
  drawings: Drawings,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<File> {
  const scope = scopeOf(ctx.actor);
  const found = await findOrderOfEvent(ctx.db, scope, eventId, orderId);
  const invoice = found && (await invoiceFile(ctx, scope, found.id));
  if (!invoice) throw fail('NOT_FOUND');
  return toDownload(drawings, invoice.attachment);
}

const toDownload = async (drawings: Drawings, { drawing, ...file }: DrawnAttachment): Promise<File> => ({
  ...file,
  body: await drawings.draw(drawing),
});

/** The invoice of an order as a file to be drawn, with its number; null if it has none. */
export async function invoiceFile(
  ctx: Pick<Ctx, 'db'>,
  scope: AccountScope,
  orderId: number,
): Promise<{ number: string; attachment: DrawnAttachment } | null> {
  const invoice = await findInvoice(ctx.db, scope, orderId);
  if (!invoice) return null;
  const { number, issuedAt, content } = invoice;
  return {
    number,
    attachment: {
      filename: `${number.replace(/[^\w.-]/g, '_')}.pdf`,
      contentType: 'application/pdf',
      drawing: {
        kind: 'invoice',
        locale: invoice.locale as Locale,
        data: { number, issuedAt: issuedAt.toISOString(), content },
      },
    },
  };
}
