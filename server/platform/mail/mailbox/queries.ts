import type { ListQuery } from '@entrada/contract/list';
import { mailboxListRules } from '@entrada/contract/mailbox';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { findPage, type ListSource } from '../../lists/page.ts';

const ROW = ['id', 'to_address', 'subject', 'kind', 'sent_at'] as const;

/** The kept mails as the source of a list. */
const source: ListSource = {
  from: sql`app.mails m`,
  where: [sql`m.status = 'sent'`, sql`m.html is not null`],
  id: sql`m.id`,
  sorts: { sent_at: sql`m.sent_at` },
  filters: {},
  search: sql`app.fold(m.to_address || ' ' || coalesce(m.subject, ''))`,
};

/** One page of kept mails. */
export const findMailPage = (tx: Tx | Db, query: ListQuery) => findPage(tx, mailboxListRules, source, query);

/** The columns of kept mails that the list shows, in no particular order. */
export function findMailRows(tx: Tx | Db, ids: readonly number[]) {
  return tx.selectFrom('mails').select(ROW).where('id', 'in', ids).where('html', 'is not', null).execute();
}

/** One kept mail. Undefined also for a mail that is waiting, failed, or was sent by SMTP. */
export function findMail(tx: Tx | Db, mailId: number) {
  return tx
    .selectFrom('mails')
    .select([...ROW, 'html', 'text_body'])
    .where('id', '=', mailId)
    .where('status', '=', 'sent')
    .where('html', 'is not', null)
    .executeTakeFirst();
}

/** The attachments of a mail, without their contents. */
export function findAttachments(tx: Tx | Db, mailId: number) {
  return tx
    .selectFrom('mail_attachments')
    .select(['id', 'filename', 'content_type'])
    .select((row) => row.fn.coalesce('bytes', row.fn<number>('octet_length', ['content'])).as('bytes'))
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .execute();
}

/** One attachment of a kept mail. */
export function findAttachment(tx: Tx | Db, mailId: number, attachmentId: number) {
  return tx
    .selectFrom('mail_attachments as a')
    .innerJoin('mails as m', 'm.id', 'a.mail_id')
    .select(['a.filename', 'a.content_type', 'a.content', 'a.drawing'])
    .where('a.id', '=', attachmentId)
    .where('m.id', '=', mailId)
    .where('m.status', '=', 'sent')
    .where('m.html', 'is not', null)
    .executeTakeFirst();
}
