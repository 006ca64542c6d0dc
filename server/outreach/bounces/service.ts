import type { Config } from '../../config/environment.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { mailOfToken } from '../../platform/mail/return-path.ts';
import { lockById } from '../messages/queries.ts';
import type { Report } from './core/report.ts';
import { countAgain, findMail, insertBounce } from './queries.ts';

export type Via = 'mailbox' | 'ses' | 'postmark' | 'mailgun';

/**
 * What became of a report. `noted`: a mail came back. `known`: that was known. `delayed`: the mail server goes on trying.
 * `forged`: the address was not made here. `unmatched`: no such mail, one without an account, or one that was never sent.
 * `early`: the mail is still being sent, so the report has to come again.
 */
export type Told = 'noted' | 'known' | 'delayed' | 'forged' | 'unmatched' | 'early';

/**
 * Notes what a report says of a mail. Only failures for good count, for the account of the mail. The same report again changes
 * nothing. A message to many counts its recipients anew. Locks the message.
 */
export async function noteReport(
  { db, config }: { db: Db; config: Config },
  { token, outcome }: Report,
  via: Via,
): Promise<Told> {
  const mailId = mailOfToken(config.secret, token);
  if (mailId === null) return 'forged';
  if (outcome.is === 'delayed') return 'delayed';
  const { status, words } = outcome;
  return inTransaction(db, async (tx) => {
    const mail = await findMail(tx, mailId);
    if (mail?.isOpen) return 'early';
    if (!mail?.isSent || mail.accountId === null) return 'unmatched';
    const { accountId, address, messageId } = mail;
    // Two reports of one message would not see each other's recipients.
    if (messageId !== null) await lockById(tx, messageId);
    const isNews = await insertBounce(tx, scopeOfRow({ accountId }), { mailId, address, status, words, via });
    if (isNews && messageId !== null) await countAgain(tx, messageId);
    return isNews ? 'noted' : 'known';
  });
}
