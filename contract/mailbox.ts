import { z } from 'zod';
import { endpoint, single } from './endpoint.ts';
import { isoOut, pathId } from './fields.ts';
import { type ListRules, listQuery, page } from './list.ts';

const mailboxRow = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  sentAt: isoOut,
});
export type MailboxRow = z.output<typeof mailboxRow>;

export const mailboxListRules = {
  sorts: ['sent_at'],
  defaultSort: { by: 'sent_at', direction: 'desc' },
  filters: {},
} as const satisfies ListRules;

const mailboxMessage = mailboxRow.extend({
  html: z.string(),
  text: z.string(),
  attachments: z.array(
    z.object({ id: z.number(), filename: z.string(), contentType: z.string(), bytes: z.number() }),
  ),
});
export type MailboxMessage = z.output<typeof mailboxMessage>;

export const listMailbox = endpoint({
  method: 'GET',
  path: '/public/mailbox',
  access: 'public',
  summary: 'Mails that this installation kept instead of sending. 404 where the mailbox is off.',
  query: listQuery(mailboxListRules),
  response: page(mailboxRow),
});

export const getMailboxMessage = endpoint({
  method: 'GET',
  path: '/public/mailbox/:mailId',
  access: 'public',
  summary: 'One kept mail, whole.',
  params: z.object({ mailId: pathId }),
  response: single(mailboxMessage),
});
