import type { Locale } from '@entrada/contract/constants';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { type AccountScope, type Ctx, scopeOf, scopeOfRow } from '../../platform/context.ts';
import type { Drawings } from '../../platform/documents/draw.ts';
import type { Drawing } from '../../platform/documents/drawing.ts';
import { fail } from '../../platform/errors.ts';
import type { DrawnAttachment } from '../../platform/mail/attachments.ts';
import { findByShortId, findOrderOfEvent } from '../orders/queries.ts';
import { type CreditNote, listCreditNotes } from './credit-queries.ts';
import { type Invoice, listInvoices } from './queries.ts';
import type { NewAddress } from './readdress.ts';

type File = { contentType: string; body: Buffer; filename: string };

/** One of an order's documents. Without an id: its first invoice. */
type Which = { invoiceId?: number } | { creditNoteId: number };

/**
 * A document of the order behind a link, in the order's language. It stays available after a refund. Throws
 * ORDER_NOT_FOUND or UNAVAILABLE.
 */
export async function documentOfShortId(
  ctx: Ctx,
  drawings: Drawings,
  shortId: string,
  which: Which,
): Promise<File> {
  const order = await findByShortId(ctx.db, shortId);
  const document = order && (await findFile(ctx, scopeOfRow(order), order.id, which));
  if (!document) throw fail('ORDER_NOT_FOUND');
  return toDownload(drawings, document);
}

/** A document of an order for its organizer. Throws NOT_FOUND or UNAVAILABLE. */
export async function documentOfOrder(
  ctx: Ctx,
  drawings: Drawings,
  { eventId, orderId }: { eventId: number; orderId: number },
  which: Which,
): Promise<File> {
  const scope = scopeOf(ctx.actor);
  const found = await findOrderOfEvent(ctx.db, scope, eventId, orderId);
  const document = found && (await findFile(ctx, scope, found.id, which));
  if (!document) throw fail('NOT_FOUND');
  return toDownload(drawings, document);
}

const toDownload = async (drawings: Drawings, { drawing, ...file }: DrawnAttachment): Promise<File> => ({
  ...file,
  body: await drawings.draw(drawing),
});

async function findFile(
  ctx: Pick<Ctx, 'db'>,
  scope: AccountScope,
  orderId: number,
  which: Which,
): Promise<DrawnAttachment | null> {
  if ('creditNoteId' in which) {
    const notes = await listCreditNotes(ctx.db, scope, orderId);
    const note = notes.find(({ id }) => id === which.creditNoteId);
    return note ? toFile('credit_note', note) : null;
  }
  const invoices = await listInvoices(ctx.db, scope, orderId);
  const invoice = invoices.find(({ id }) => which.invoiceId === undefined || id === which.invoiceId);
  return invoice ? toFile('invoice', invoice) : null;
}

/** The file of a document, to be drawn. */
function toFile(kind: 'invoice', document: Invoice): DrawnAttachment;
function toFile(kind: 'credit_note', document: CreditNote): DrawnAttachment;
function toFile(kind: 'invoice' | 'credit_note', document: Invoice | CreditNote): DrawnAttachment {
  const { number, issuedAt, content } = document;
  return {
    filename: `${number.replace(/[^\w.-]/g, '_')}.pdf`,
    contentType: 'application/pdf',
    drawing: {
      kind,
      locale: document.locale as Locale,
      data: { number, issuedAt: issuedAt.toISOString(), content },
    } as Drawing,
  };
}

type Numbered = { number: string; attachment: DrawnAttachment };

type Attached = Numbered & { kind: 'invoice' | 'credit_note'; id: number };

/**
 * The invoices and credit notes of an order as files to be drawn, in the order in which they were issued. `which`: only
 * those with these ids.
 */
export async function documentFiles(
  ctx: Pick<Ctx, 'db'>,
  scope: AccountScope,
  orderId: number,
  which?: NewAddress,
): Promise<Attached[]> {
  const invoices = await listInvoices(ctx.db, scope, orderId);
  const notes = invoices.length === 0 ? [] : await listCreditNotes(ctx.db, scope, orderId);
  return [
    ...notes
      .filter(({ id }) => !which || which.creditNoteIds.includes(id))
      .map((one) => ({ ...one, kind: 'credit_note' as const, attachment: toFile('credit_note', one) })),
    ...invoices
      .filter(({ id }) => !which || which.invoiceIds.includes(id))
      .map((one) => ({ ...one, kind: 'invoice' as const, attachment: toFile('invoice', one) })),
  ].toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime());
}

/** The address of a document of an order, for whoever has its link. */
export const documentUrl = (
  baseUrl: string,
  shortId: string,
  document: Pick<Attached, 'kind' | 'id'>,
): string => `${baseUrl}/api/public/orders/${shortId}/${documentPath(document)}`;

/** The credit notes of a refund as files to be drawn, with their numbers. */
export async function creditNoteFiles(
  ctx: Pick<Ctx, 'db'>,
  scope: AccountScope,
  { orderId, refundId }: { orderId: number; refundId: number },
): Promise<(Numbered & { id: number })[]> {
  const notes = await listCreditNotes(ctx.db, scope, orderId);
  return notes
    .filter((note) => note.refundId === refundId)
    .map((note) => ({ id: note.id, number: note.number, attachment: toFile('credit_note', note) }));
}
