import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { countOutcomes } from '../messages/progress-queries.ts';

/** A mail that something was reported about. `isOpen`: it is still being sent. */
export type ReportedMail = {
  id: number;
  accountId: number | null;
  messageId: number | null;
  address: string;
  isOpen: boolean;
  isSent: boolean;
};

/** A mail by its number; undefined if there is none. */
export async function findMail(tx: Tx | Db, mailId: number): Promise<ReportedMail | undefined> {
  const { rows } = await sql<ReportedMail>`
    select m.id, m.account_id as "accountId", r.message_id as "messageId", lower(m.to_address) as address,
      m.status = 'queued' as "isOpen", m.status = 'sent' as "isSent"
    from app.mails m left join app.message_recipients r on r.id = m.message_recipient_id where m.id = ${mailId}`.execute(
    tx,
  );
  return rows[0];
}

/** Notes that a mail came back, once. Answers whether that is news. */
export async function insertBounce(
  tx: Tx,
  { accountId }: AccountScope,
  bounce: { mailId: number; address: string; status: string; words: string; via: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('mail_bounces')
    .values({
      account_id: accountId,
      mail_id: bounce.mailId,
      address: bounce.address,
      status: bounce.status,
      words: bounce.words || null,
      via: bounce.via,
    })
    .onConflict((conflict) => conflict.column('mail_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts anew what became of a message. Its row must be locked. */
export const countAgain = (tx: Tx, messageId: number): Promise<void> =>
  countOutcomes(tx, sql`m.id = ${messageId}`);

/** What a report said is personal, and is not kept for longer than 30 days. */
export async function forgetWords(db: Db): Promise<void> {
  await sql`update app.mail_bounces set words = null
    where words is not null and at < app.now() - interval '30 days'`.execute(db);
}
