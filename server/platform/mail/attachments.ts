import type { Db, Tx } from '../../db/client.ts';
import type { Drawings } from '../documents/draw.ts';
import type { Drawing } from '../documents/drawing.ts';

type Named = { filename: string; contentType: string };
export type DrawnAttachment = Named & { drawing: Drawing };
/** A file of a mail: its content, or what it is drawn from. */
export type Attachment = (Named & { content: Buffer }) | DrawnAttachment;
/** An attachment with its content, as it is sent. */
export type FilledAttachment = Attachment & { content: Buffer };

/** Draws what has to be drawn. It waits for a thread as long as it takes. */
export function fillAttachments(
  drawings: Drawings,
  attachments: readonly Attachment[],
): Promise<FilledAttachment[]> {
  return Promise.all(
    attachments.map(async (file) =>
      'content' in file ? file : { ...file, content: await drawings.draw(file.drawing, { isPatient: true }) },
    ),
  );
}

/**
 * Writes the attachments of a mail for the mailbox. What was drawn is stored as what it was drawn from, which is far
 * smaller: the mailbox draws it again.
 */
export async function insertAttachments(
  tx: Tx,
  mailId: number,
  attachments: readonly FilledAttachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  await tx
    .insertInto('mail_attachments')
    .values(
      attachments.map((file) => ({
        mail_id: mailId,
        filename: file.filename,
        content_type: file.contentType,
        bytes: file.content.length,
        ...('drawing' in file
          ? { drawing: JSON.stringify(file.drawing), content: Buffer.alloc(0) }
          : { content: file.content }),
      })),
    )
    .execute();
}

const ROWS_AT_ONCE = 500;

/**
 * Removes the PDF files that earlier versions stored with each mail. Nothing is known of what they were drawn from.
 * Running it again does no harm.
 */
export async function removeStoredPdfs(db: Db): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('mail_attachments')
      .where('id', 'in', (rows) =>
        rows
          .selectFrom('mail_attachments')
          .select('id')
          .where('content_type', '=', 'application/pdf')
          .where('drawing', 'is', null)
          .limit(ROWS_AT_ONCE),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < ROWS_AT_ONCE) return;
  }
}
