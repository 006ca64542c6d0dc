import type { Locale } from '@entrada/contract/constants';
import type { EmailData, EmailKind } from '@entrada/documents/types';
import { sql } from 'kysely';
import nodemailer, { type Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '../../config/environment.ts';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Drawings } from '../documents/draw.ts';
import { failpoint } from '../failpoints.ts';
import { defineJob, enqueueAll, enqueueFor, type JobCtx } from '../jobs/job.ts';
import { isInQueue } from '../jobs/queries.ts';
import { workers } from '../workers/shared.ts';
import type { Letter } from '../workers/tasks.ts';
import { type Attachment, type FilledAttachment, fillAttachments, insertAttachments } from './attachments.ts';

/**
 * Composes a queued mail immediately before it is sent. A feature provides it. Null: there is no reason any
 * more to send the mail.
 */
type ComposedMail = {
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
/** One composer for each kind of mail. Features define them and app.ts collects them. */
export type Composers = Record<string, ComposeMail>;

/** Mails wait until money and places are settled: many mails at once must not delay a payment or a hold. */
const sendMailRef = { name: 'send_mail', maxAttempts: 14, priority: 10 } as const;

/**
 * Puts a mail into the outbox in the caller's transaction. A second mail with the same `dedupeKey` changes
 * nothing, so that nobody gets a mail twice. A job composes and sends the mail. A mail server that refuses or
 * is slow delays only mails.
 */
export const queueMail = (tx: Tx | Db, mail: NewMail): Promise<void> => queueMails(tx, [mail]);

export type NewMail = {
  kind: EmailKind;
  dedupeKey: string;
  to: string;
  locale: string;
  accountId?: number;
  orderId?: number;
  attendeeId?: number;
  userId?: number;
  data?: Record<string, unknown>;
  /** It is not sent before. Now unless told. */
  sendAfter?: Date;
};

/** Queues many mails as `queueMail` does, in one statement. */
export async function queueMails(tx: Tx | Db, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const of = (pick: (mail: NewMail) => string | number | Date | null) => arrayText(mails.map(pick));
  const made = sql`
    insert into app.mails (account_id, kind, dedupe_key, order_id, attendee_id, user_id, to_address, locale, data,
      send_after)
    select account_id, kind, dedupe_key, order_id, attendee_id, user_id, to_address, locale, data::jsonb, send_after
    from unnest(${of((m) => m.accountId ?? null)}::bigint[], ${of((m) => m.kind)}::text[], ${of((m) => m.dedupeKey)}::text[],
      ${of((m) => m.orderId ?? null)}::bigint[], ${of((m) => m.attendeeId ?? null)}::bigint[],
      ${of((m) => m.userId ?? null)}::bigint[], ${of((m) => m.to)}::text[], ${of((m) => m.locale)}::text[],
      ${of((m) => JSON.stringify(m.data ?? {}))}::text[], ${of((m) => m.sendAfter ?? null)}::timestamptz[]) with ordinality
      m(account_id, kind, dedupe_key, order_id, attendee_id, user_id, to_address, locale, data, send_after, at)
    order by at
    on conflict (dedupe_key) do nothing
    returning id, send_after`;
  await enqueueFor(tx, sendMailRef, {
    rows: made,
    payload: sql`json_build_object('mailId', id)`,
    key: sql`'mail:' || id`,
    runAt: sql`now() + (send_after - app.now())`,
  });
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
export function sendMailJob(composers: Composers, config: Config, drawings: Drawings) {
  const transport = openTransport(config);
  return defineJob({
    ...sendMailRef,
    payload: z.object({ mailId: z.number() }),
    handler: async (ctx, { mailId }, attempt) => {
      const mail = await findQueued(ctx.db, mailId);
      if (!mail) return;
      try {
        await deliver(ctx, { mail, composers, transport, drawings });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        await noteFailure(ctx.db, mailId, message.slice(0, 500), attempt.isLast);
        throw error;
      }
    },
  });
}

/**
 * The job that queues mails again if no job will send them any more. This happens because each crash uses up
 * one try of a job. A mail that the mail server refused at every try is marked as failed and not sent again.
 */
export function sweepMailsJob() {
  return defineJob({
    name: 'sweep_mails',
    payload: z.object({}).loose(),
    handler: async ({ db }) => {
      const { rows } = await sql<{ id: number }>`
        select m.id from app.mails m
        where m.status = 'queued' and greatest(m.created_at, m.send_after) < app.now() - interval '1 minute'
          and not ${isInQueue(sql`'mail:' || m.id`)}
        order by m.id limit 500`.execute(db);
      await enqueueAll(
        db,
        sendMailRef,
        rows.map(({ id }) => ({ payload: { mailId: id }, key: `mail:${id}` })),
      );
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
  work: { mail: QueuedMail; composers: Composers; transport: Transporter | null; drawings: Drawings },
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
  const { kind, data } = composed;
  const rendered = await workers.run('writeLetter', { kind, data, locale: mail.locale } as Letter, {
    isPatient: true,
  });
  const attachments = await fillAttachments(work.drawings, composed.attachments ?? []);
  failpoint('mail.before-send');
  if (transport) {
    await transport.sendMail({
      from: ctx.config.mailFrom,
      to: { name: '', address: mail.to },
      ...(composed.replyTo && { replyTo: composed.replyTo }),
      subject: rendered.subject,
      html: rendered.html,
      text: rendered.text,
      messageId: `<mail-${mail.id}@${new URL(ctx.config.baseUrl).hostname}>`,
      attachments: attachments.map(({ filename, contentType, content }) => ({
        filename,
        contentType,
        content,
      })),
    });
  }
  failpoint('mail.after-send');
  await ctx.db.transaction().execute((tx) => markSent(tx, { mail, rendered, attachments, keep: !transport }));
  failpoint('mail.marked');
}

/**
 * The mailbox keeps the whole mail. After SMTP only the fact that it was sent is kept, because the links in
 * the mail are secrets.
 */
async function markSent(
  tx: Tx,
  sent: {
    mail: QueuedMail;
    rendered: { subject: string; html: string; text: string };
    attachments: FilledAttachment[];
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
  if (sent.keep) await insertAttachments(tx, sent.mail.id, sent.attachments);
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
