import type { MessageDetail } from '@entrada/contract/outreach/messages';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Tx } from '../../db/client.ts';
import { type AccountScope, type Ctx, userOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { returnMessages } from '../../platform/mail/daily-cap.ts';
import { readAudience } from './audience.ts';
import { countFound } from './audience-queries.ts';
import { momentOf } from './core/moment.ts';
import { problemsOf } from './core/problems.ts';
import { queueWork } from './job-ref.ts';
import { countOutcomes, justOne } from './progress-queries.ts';
import * as queries from './queries.ts';
import { takeBackQueued } from './recipient-queries.ts';
import { inLockedMessage, type OfOne, record, showMessage } from './service.ts';

/** Throws EMAIL_NOT_CONFIRMED unless the caller has confirmed their address. */
export function expectConfirmed(ctx: Ctx): void {
  if (!userOf(ctx.actor).emailConfirmed) throw fail('EMAIL_NOT_CONFIRMED');
}

/** Throws VALIDATION_FAILED for a message without words, MESSAGE_PLACEHOLDER_UNKNOWN with params.name and field. */
export function expectSendable(message: { subject: string; body: string }): void {
  const missing = (['subject', 'body'] as const).filter((field) => message[field] === '');
  if (missing.length > 0) throw failFields(missing.map((path) => ({ path, code: 'required' as const })));
  const [problem] = problemsOf(message);
  if (problem) {
    const { name, field } = problem;
    throw fail('MESSAGE_PLACEHOLDER_UNKNOWN', { params: { name, field } });
  }
}

/**
 * Sends a draft in 30 seconds or at a moment. Throws EMAIL_NOT_CONFIRMED, NOT_FOUND, EVENT_ARCHIVED, MESSAGE_NOT_DRAFT,
 * STALE_VERSION, VALIDATION_FAILED, MESSAGE_PLACEHOLDER_UNKNOWN, MESSAGE_TIME_PAST, MESSAGE_TIME_AFTER_EVENT with params.endsAt,
 * MESSAGE_TO_NOBODY. Locks the message. Once the event is over, a message is news.
 */
export function sendMessage(
  ctx: Ctx,
  of: OfOne,
  { version, sendAt }: { version: number; sendAt: string | null },
): Promise<MessageDetail> {
  expectConfirmed(ctx);
  return inLockedMessage(ctx, of, async (tx, scope, message) => {
    const event = await requireEvent(ctx, of.eventId, tx);
    if (event.status === 'archived') throw fail('EVENT_ARCHIVED');
    if (message.status !== 'draft') throw fail('MESSAGE_NOT_DRAFT');
    expectVersion(version, message.version);
    expectSendable(message);
    const { now, effectiveEnd } = event;
    const moment = momentOf(sendAt === null ? null : new Date(sendAt), { now, eventEnd: effectiveEnd });
    if (!moment.ok) throw fail(moment.code, { params: { endsAt: effectiveEnd.toISOString() } });
    const purpose = effectiveEnd <= now ? ('news' as const) : message.purpose;
    const found = readAudience(scope, of.eventId, message.audience);
    const { mails } = await countFound(tx, scope, { found, each: message.each, purpose });
    if (mails === 0) throw fail('MESSAGE_TO_NOBODY');
    await queries.updateMessages(tx, scope, [message.id], {
      status: 'scheduled',
      send_at: moment.sendAt,
      undo_until: moment.undoUntil,
      sent_by: userOf(ctx.actor).userId,
      purpose,
      people: mails,
    });
    const { subject, audience, each } = message;
    const after = { subject, audience, each, purpose, mails, sendAt: moment.sendAt, isNotPromotional: true };
    await record(tx, ctx, scope, { action: 'scheduled', id: message.id, after });
    return showMessage(ctx, of, tx);
  });
}

/** Runs a change of a message that is in one state, and answers how it stands then. */
function change(
  ctx: Ctx,
  of: OfOne,
  action: string,
  run: (tx: Tx, scope: AccountScope, message: queries.Message) => Promise<void>,
): Promise<MessageDetail> {
  return inLockedMessage(ctx, of, async (tx, scope, message) => {
    await run(tx, scope, message);
    await record(tx, ctx, scope, { action, id: message.id });
    return showMessage(ctx, of, tx);
  });
}

/**
 * Takes a message back that does not go out yet: it is a draft again. Throws NOT_FOUND, MESSAGE_GOES_OUT,
 * MESSAGE_NOT_GOING_OUT for a draft or one that was sent. Locks the message.
 */
export const cancelMessage = (ctx: Ctx, of: OfOne): Promise<MessageDetail> =>
  change(ctx, of, 'cancelled', async (tx, scope, { id, status }) => {
    if (status === 'sending' || status === 'stopped') throw fail('MESSAGE_GOES_OUT');
    if (status !== 'scheduled') throw fail('MESSAGE_NOT_GOING_OUT');
    const values = { status: 'draft', send_at: null, undo_until: null, sent_by: null };
    await queries.updateMessages(tx, scope, [id], values);
  });

/**
 * Stops a message that goes out. Mails that nobody has begun to send are taken back. Throws NOT_FOUND, MESSAGE_NOT_GOING_OUT.
 * Locks the message, its mails, then their recipients.
 */
export const stopMessage = (ctx: Ctx, of: OfOne): Promise<MessageDetail> =>
  change(ctx, of, 'stopped', async (tx, scope, { id, status }) => {
    if (status !== 'sending') throw fail('MESSAGE_NOT_GOING_OUT');
    await returnMessages(tx, scope, await takeBackQueued(tx, id));
    await queries.updateMessages(tx, scope, [id], { status: 'stopped', waits_until: null });
    await countOutcomes(tx, justOne(id));
  });

/** Goes on with a message that was stopped. Throws NOT_FOUND, MESSAGE_NOT_GOING_OUT. Locks the message. */
export const resumeMessage = (ctx: Ctx, of: OfOne): Promise<MessageDetail> =>
  change(ctx, of, 'resumed', async (tx, scope, { id, status }) => {
    if (status !== 'stopped') throw fail('MESSAGE_NOT_GOING_OUT');
    await queries.updateMessages(tx, scope, [id], { status: 'sending' });
    await queueWork(tx, id);
  });
