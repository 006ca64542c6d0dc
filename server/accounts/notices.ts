import { randomBytes } from 'node:crypto';
import type { SecurityNotice } from '@entrada/documents/types';
import type { Tx } from '../db/client.ts';
import { queueMail } from '../platform/mail/mailer.ts';
import { findUser } from './queries.ts';

/** Tells a user by mail what was changed about their sign-in, in the transaction of the change. */
export async function mailNotice(tx: Tx, userId: number, what: SecurityNotice): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user) return;
  await queueMail(tx, {
    kind: 'security_notice',
    dedupeKey: `security_notice:${randomBytes(16).toString('base64url')}`,
    to: user.email,
    locale: user.locale,
    userId,
    data: { what },
  });
}
