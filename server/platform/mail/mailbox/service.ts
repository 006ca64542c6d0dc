import type { ListQuery } from '@entrada/contract/list';
import type { MailboxMessage, MailboxRow } from '@entrada/contract/mailbox';
import type { Ctx } from '../../context.ts';
import type { Drawings } from '../../documents/draw.ts';
import type { Drawing } from '../../documents/drawing.ts';
import { fail } from '../../errors.ts';
import { inOrderOf } from '../../lists/page.ts';
import * as queries from './queries.ts';

/** Throws NOT_FOUND unless the installation keeps mails. */
function requireMailbox(ctx: Ctx): void {
  if (!ctx.config.mailbox) throw fail('NOT_FOUND');
}

type Row = Awaited<ReturnType<typeof queries.findMailRows>>[number];

const toRow = (row: Row): MailboxRow => ({
  id: row.id,
  to: row.to_address,
  subject: row.subject ?? '',
  kind: row.kind,
  sentAt: (row.sent_at ?? new Date(0)).toISOString(),
});

/**
 * One page of kept mails, newest first. The search covers recipient and subject. NOT_FOUND if the mailbox is
 * off.
 */
export async function listMails(ctx: Ctx, query: ListQuery) {
  requireMailbox(ctx);
  const { ids, meta } = await queries.findMailPage(ctx.db, query);
  const rows = ids.length > 0 ? await queries.findMailRows(ctx.db, ids) : [];
  return { data: inOrderOf(ids, rows).map(toRow), meta };
}

/** One complete kept mail with the list of its attachments. NOT_FOUND if the mailbox is off. */
export async function getMail(ctx: Ctx, mailId: number): Promise<MailboxMessage> {
  requireMailbox(ctx);
  const mail = await queries.findMail(ctx.db, mailId);
  if (!mail) throw fail('NOT_FOUND');
  const attachments = await queries.findAttachments(ctx.db, mailId);
  return {
    ...toRow(mail),
    html: mail.html ?? '',
    text: mail.text_body ?? '',
    attachments: attachments.map((file) => ({
      id: file.id,
      filename: file.filename,
      contentType: file.content_type,
      bytes: file.bytes,
    })),
  };
}

/**
 * The contents of one attachment, drawn again from the facts that were mailed if it was drawn. NOT_FOUND if the mailbox
 * is off, and for an attachment of another mail. UNAVAILABLE.
 */
export async function getAttachment(
  ctx: Ctx,
  drawings: Drawings,
  { mailId, attachmentId }: { mailId: number; attachmentId: number },
) {
  requireMailbox(ctx);
  const file = await queries.findAttachment(ctx.db, mailId, attachmentId);
  if (!file) throw fail('NOT_FOUND');
  const body = file.drawing ? await drawings.draw(file.drawing as Drawing) : file.content;
  return { filename: file.filename, contentType: file.content_type, body };
}
