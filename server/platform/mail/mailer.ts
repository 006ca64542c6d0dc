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
import { hasUsedUpTries, isInQueue } from '../jobs/queries.ts';
import { workers } from '../workers/shared.ts';
import type { Letter } from '../workers/tasks.ts';
import { type Attachment, type FilledAttachment, fillAttachments, insertAttachments } from './attachments.ts';
import { reportHeaders, returnPath } from './return-path.ts';

/**
 * Composes a queued mail immediately before it is sent. A feature provides it. Null: there is no reason any
 * more to send the mail.
 */
type ComposedMail = {
  [K in EmailKind]: {
    kind: K;
    data: EmailData[K];
    replyTo?: string;
    attachments?: Attachment[];
    /** Further headers, such as those of RFC 8058. */
    headers?: Record<string, string>;
  };
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
  /** It is a message to one of many recipients. */
  ofMessage: boolean;
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
  /** The recipient of a message whose outcome follows that of the mail. */
  messageRecipientId?: number;
};

/** Of mails that go out in great numbers. Those of a purchase do not wait for them. */
export const BULK_PRIORITY = 20;

/**
 * Queues many mails as `queueMail` does, in one statement. Of the mails that are due, those with the lowest `priority` go
 * first.
 */
export async function queueMails(
  tx: Tx | Db,
  mails: readonly NewMail[],
  { priority = sendMailRef.priority }: { priority?: number } = {},
): Promise<void> {
  if (mails.length === 0) return;
  await enqueueFor(
    tx,
    { ...sendMailRef, priority },
    {
      rows: inserted(mails, null),
      payload: sql`json_build_object('mailId', id)`,
      key: sql`'mail:' || id`,
      runAt: sql`now() + (send_after - app.now())`,
    },
  );
}

/** What the mailer writes into a mail to an address that is left alone, because earlier ones came back. */
const LEFT_OUT = 'left out, because earlier mails came back';

/** Notes mails that are not sent, because their address is left alone, so that people see it. */
export async function noteLeftOut(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length > 0) await inserted(mails, LEFT_OUT).execute(tx);
}

/** Writes mails, to be sent or with the reason why not. */
function inserted(mails: readonly NewMail[], why: string | null) {
  const of = (pick: (mail: NewMail) => string | number | Date | null) => arrayText(mails.map(pick));
  return sql`
    insert into app.mails (account_id, kind, dedupe_key, order_id, attendee_id, user_id, to_address, locale, data,
      send_after, message_recipient_id, status, last_error)
    select account_id, kind, dedupe_key, order_id, attendee_id, user_id, to_address, locale, data::jsonb, send_after, recipient_id,
      ${why === null ? 'queued' : 'failed'}::text, ${why}::text
    from unnest(${of((m) => m.accountId ?? null)}::bigint[], ${of((m) => m.kind)}::text[], ${of((m) => m.dedupeKey)}::text[],
      ${of((m) => m.orderId ?? null)}::bigint[], ${of((m) => m.attendeeId ?? null)}::bigint[],
      ${of((m) => m.userId ?? null)}::bigint[], ${of((m) => m.to)}::text[], ${of((m) => m.locale)}::text[],
      ${of((m) => JSON.stringify(m.data ?? {}))}::text[], ${of((m) => m.sendAfter ?? null)}::timestamptz[],
      ${of((m) => m.messageRecipientId ?? null)}::bigint[]) with ordinality
      m(account_id, kind, dedupe_key, order_id, attendee_id, user_id, to_address, locale, data, send_after, recipient_id, at)
    order by at
    on conflict (dedupe_key) do nothing
    returning id, send_after`;
}

/** The way to the mail server. Null: mails stay in the mailbox. */
export type MailTransport = Transporter | null;

/**
 * Opens the way to the mail server. Connections are made when mails are sent, and serve several of them: a greeting and an
 * encrypted connection for each mail took longer than the mail. Whoever opened it closes it.
 */
export function openTransport({ smtpUrl }: Pick<Config, 'smtpUrl'>): MailTransport {
  if (!smtpUrl) return null;
  return nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // A connection that is idle for longer belongs to no burst.
    idleTimeout: 5_000,
    // The server may close a connection just when a mail is given to it. A server that does so again has refused it.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
}

type Sending = { composers: Composers; transport: MailTransport; drawings: Drawings };

/**
 * Whether the mail server does not know the recipient, and never will (a reply of the class 5). Mails of a purchase are tried
 * again all the same: they matter more than what a try costs. A refusal of the sender or of the text, as when a quota is used
 * up, says nothing about the recipient.
 */
const isRefusedForGood = (error: unknown): boolean => {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
};

/** The job that composes, renders and sends one mail, by SMTP or into the mailbox. */
export function sendMailJob({ composers, transport, drawings }: Sending) {
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
        const isFinal = attempt.isLast || (mail.ofMessage && isRefusedForGood(error));
        await noteFailure(ctx.db, mailId, message.slice(0, 500), isFinal);
        if (attempt.isLast || !isFinal) throw error;
      }
    },
  });
}

/**
 * The job that queues mails again whose job is lost. A mail whose tries are used up is marked as failed and not sent again:
 * the mail server refused it, or the last try ended with its process, and the mail may be what ends it. The order shows
 * it, and a person can send it once more.
 */
export function sweepMailsJob() {
  return defineJob({
    name: 'sweep_mails',
    payload: z.object({}).loose(),
    handler: async ({ db, log }) => {
      const key = sql`'mail:' || m.id`;
      const { rows } = await sql<{ id: number; isSpent: boolean }>`
        select m.id, ${hasUsedUpTries(key)} as "isSpent" from app.mails m
        where m.status = 'queued' and greatest(m.created_at, m.send_after) < app.now() - interval '1 minute'
          and not ${isInQueue(key)}
        order by m.id limit 500`.execute(db);
      for (const { id: mailId } of rows.filter(({ isSpent }) => isSpent)) {
        await noteFailure(db, mailId, 'the process ended at the last try', true);
        log.error({ mailId }, 'the last try of a mail ended with its process');
      }
      await enqueueAll(
        db,
        sendMailRef,
        rows.flatMap(({ id, isSpent }) => (isSpent ? [] : [{ payload: { mailId: id }, key: `mail:${id}` }])),
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
    ofMessage: row.message_recipient_id !== null,
  };
}

async function deliver(ctx: JobCtx, work: Sending & { mail: QueuedMail }): Promise<void> {
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
    const returnTo = returnPath(ctx.config, mail.id);
    await transport.sendMail({
      from: ctx.config.mailFrom,
      to: { name: '', address: mail.to },
      ...(returnTo && { envelope: { from: returnTo, to: mail.to } }),
      ...(composed.replyTo && { replyTo: composed.replyTo }),
      headers: { ...composed.headers, ...reportHeaders(ctx.config, mail.id) },
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
    .where('status', '=', 'queued')
    .execute();
}
