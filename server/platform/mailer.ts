import type { Locale } from '@entrada/contract/constants';
import type { EmailData, EmailKind } from '@entrada/documents/types';
import nodemailer, { type Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Db, Tx } from './db/client.ts';
import { defineJob, enqueue, type JobCtx } from './jobs.ts';

type Attachment = { filename: string; contentType: string; content: Buffer };

/** What a feature makes of a queued mail when it is about to be sent. Null: the reason to send it is gone. */
export type ComposedMail = {
  [K in EmailKind]: { kind: K; data: EmailData[K]; replyTo?: string; attachments?: Attachment[] };
}[EmailKind];
export type QueuedMail = {
  id: number;
  kind: string;
  orderId: number | null;
  attendeeId: number | null;
  userId: number | null;
  to: string;
  locale: Locale;
  data: Record<string, unknown>;
};
export type ComposeMail = (ctx: JobCtx, mail: QueuedMail) => Promise<ComposedMail | null>;
/** One composer for each kind of mail; features bring theirs, app.ts puts them together. */
export type Composers = Record<string, ComposeMail>;

const sendMailRef = { name: 'send_mail', maxAttempts: 14 } as const;

/**
 * Puts a mail into the outbox in the caller's transaction. The same `dedupeKey` again changes nothing, so that no fact
 * is mailed twice. Composed and sent by a job; a mail server that refuses or is slow delays mail and nothing else.
 */
export async function queueMail(
  tx: Tx | Db,
  mail: {
    kind: EmailKind;
    dedupeKey: string;
    to: string;
    locale: string;
    accountId?: number;
    orderId?: number;
    attendeeId?: number;
    userId?: number;
    data?: Record<string, unknown>;
  },
): Promise<void> {
  const row = await tx
    .insertInto('mails')
    .values({
      account_id: mail.accountId ?? null,
      kind: mail.kind,
      dedupe_key: mail.dedupeKey,
      order_id: mail.orderId ?? null,
      attendee_id: mail.attendeeId ?? null,
      user_id: mail.userId ?? null,
      to_address: mail.to,
      locale: mail.locale,
      data: JSON.stringify(mail.data ?? {}),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await enqueue(tx, sendMailRef, { mailId: row.id }, { key: `mail:${row.id}` });
}

function openTransport(config: Config): Transporter | null {
  if (!config.smtpUrl) return null;
  return nodemailer.createTransport(config.smtpUrl, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as object);
}

/** The job that composes, renders and sends one mail, by SMTP or into the mailbox. */
export function sendMailJob(composers: Composers, config: Config) {
  const transport = openTransport(config);
  return defineJob({
    ...sendMailRef,
    payload: z.object({ mailId: z.number() }),
    handler: async (ctx, { mailId }, attempt) => {
      const mail = await findQueued(ctx.db, mailId);
      if (!mail) return;
      try {
        await deliver(ctx, { mail, composers, transport });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        await noteFailure(ctx.db, mailId, message.slice(0, 500), attempt.isLast);
        throw error;
      }
    },
  });
}

async function findQueued(db: Db, mailId: number): Promise<QueuedMail | null> {
  const row = await db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    attendeeId: row.attendee_id,
    userId: row.user_id,
    to: row.to_address,
    locale: row.locale as Locale,
    data: row.data as Record<string, unknown>,
  };
}

async function deliver(
  ctx: JobCtx,
  work: { mail: QueuedMail; composers: Composers; transport: Transporter | null },
): Promise<void> {
  const { mail, transport } = work;
  const compose = work.composers[mail.kind];
  if (!compose) throw new Error(`Nobody composes mails of kind ${mail.kind}`);
  const composed = await compose(ctx, mail);
  if (!composed) {
    await ctx.db
      .updateTable('mails')
      .set({ status: 'failed', last_error: 'no longer needed' })
      .where('id', '=', mail.id)
      .execute();
    return;
  }
  const { renderEmail } = await import('@entrada/documents');
  const rendered = await renderEmail(composed.kind, composed.data, mail.locale);
  if (transport) {
    await transport.sendMail({
      from: ctx.config.mailFrom,
      to: { name: '', address: mail.to },
      ...(composed.replyTo && { replyTo: composed.replyTo }),
      subject: rendered.subject,
      html: rendered.html,
      text: rendered.text,
      messageId: `<mail-${mail.id}@${new URL(ctx.config.baseUrl).hostname}>`,
      attachments: composed.attachments ?? [],
    });
  }
  await ctx.db
    .transaction()
    .execute((tx) =>
      markSent(tx, { mail, rendered, attachments: composed.attachments ?? [], keep: !transport }),
    );
}

/** In the mailbox the whole mail is kept; after SMTP only that it was sent, for its links are secrets. */
async function markSent(
  tx: Tx,
  sent: {
    mail: QueuedMail;
    rendered: { subject: string; html: string; text: string };
    attachments: Attachment[];
    keep: boolean;
  },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set((row) => ({
      status: 'sent',
      subject: sent.rendered.subject,
      html: sent.keep ? sent.rendered.html : null,
      text_body: sent.keep ? sent.rendered.text : null,
      data: '{}',
      last_error: null,
      attempts: row('attempts', '+', 1),
      sent_at: row.fn<Date>('app.now', []),
    }))
    .where('id', '=', sent.mail.id)
    .execute();
  if (!sent.keep || sent.attachments.length === 0) return;
  await tx
    .insertInto('mail_attachments')
    .values(
      sent.attachments.map((file) => ({
        mail_id: sent.mail.id,
        filename: file.filename,
        content_type: file.contentType,
        content: file.content,
      })),
    )
    .execute();
}

async function noteFailure(db: Db, mailId: number, message: string, isLast: boolean): Promise<void> {
  await db
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      last_error: message,
      ...(isLast && { status: 'failed' }),
    }))
    .where('id', '=', mailId)
    .execute();
}
