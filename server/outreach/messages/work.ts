import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../config/environment.ts';
import { inTransaction, type Tx } from '../../db/client.ts';
import { type AccountScope, scopeOfRow } from '../../platform/context.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { takeMessages } from '../../platform/mail/daily-cap.ts';
import { BULK_PRIORITY, type NewMail, queueMail, queueMails } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { readAudience } from './audience.ts';
import { findLast, findNextIds, insertRecipients } from './audience-queries.ts';
import { queueWork } from './job-ref.ts';
import * as progress from './progress-queries.ts';
import * as queries from './queries.ts';
import * as recipients from './recipient-queries.ts';
import { findUser } from './user-queries.ts';

/** Recipients that one transaction writes. */
const AT_ONCE = 500;
/** Mails of one message that wait for the mail server at most. Stopping takes them back. */
const UNDER_WAY = 1_000;
/** How long the work waits if so many do. */
const BREAK_SECONDS = 1;
const MOST_PAUSE_MS = 200;

/** What comes after a step: the next one at once, another look later, or nothing. */
type Next = { goOn: true } | { goOn: false; laterSeconds?: number };

const wishOf = (scope: AccountScope, message: queries.Message) => ({
  found: readAudience(scope, message.eventId, message.audience),
  each: message.each,
  purpose: message.purpose,
});

/** A copy for whoever sent it, if they asked for one. */
async function queueCopy(tx: Tx, { id, accountId, copyToSelf, sentBy }: queries.Message): Promise<void> {
  const user = copyToSelf && sentBy !== null ? await findUser(tx, sentBy) : undefined;
  if (!user) return;
  await queueMail(tx, {
    kind: 'event_message',
    dedupeKey: `message:${id}:copy`,
    accountId,
    userId: user.id,
    to: user.email,
    locale: user.locale,
    data: { messageId: id, sentAs: 'copy' },
  });
}

/** Fixes the next recipients. Whoever was found when the message began to go out is among them, and nobody else. */
async function fixSome(tx: Tx, scope: AccountScope, message: queries.Message): Promise<Next> {
  const wish = wishOf(scope, message);
  const until = message.walkUntil ?? (await findLast(tx, wish.found));
  const ids = await findNextIds(tx, wish.found, { after: message.walkedTo, until, most: AT_ONCE });
  const last = ids.at(-1);
  if (last === undefined) {
    await queueCopy(tx, message);
    await queries.writeWalk(tx, scope, message.id, {
      walkUntil: until,
      walkedTo: message.walkedTo,
      isOver: true,
    });
    return { goOn: true };
  }
  await insertRecipients(tx, scope, message, wish, ids);
  await queries.writeWalk(tx, scope, message.id, { walkUntil: until, walkedTo: last, isOver: false });
  return { goOn: true };
}

const mailOf = (message: queries.Message, one: recipients.WaitingRecipient): NewMail => ({
  kind: 'event_message',
  dedupeKey: `message:${message.id}:${one.id}`,
  accountId: message.accountId,
  ...(one.orderId !== null && { orderId: one.orderId }),
  ...(one.attendeeId !== null && { attendeeId: one.attendeeId }),
  to: one.address,
  locale: one.locale,
  messageRecipientId: one.id,
});

/** Whether a reminder announces an event that has begun or does not take place, because the rest had to wait for another day. */
const isTooLate = async (tx: Tx, { eventId, reminder }: queries.Message): Promise<boolean> => {
  const { hasBegun, isCalledOff } = await progress.readEventState(tx, eventId);
  return isCalledOff || (hasBegun && reminder !== 'after_end');
};

/** Queues the mails of the next recipients, as many as the day leaves. */
async function queueSome(
  tx: Tx,
  scope: AccountScope,
  message: queries.Message,
  config: Config,
): Promise<Next> {
  if (message.reminder !== null && (await isTooLate(tx, message))) {
    await recipients.skipWaiting(tx, scope, message.id, 'TOO_LATE');
    return { goOn: false };
  }
  if ((await recipients.countUnderWay(tx, message.id, UNDER_WAY)) >= UNDER_WAY)
    return { goOn: false, laterSeconds: BREAK_SECONDS };
  const waiting = await recipients.lockWaiting(tx, scope, message.id, AT_ONCE);
  if (waiting.length === 0) return { goOn: false };
  const perDay = await messagesPerDay(tx, scope, config);
  const granted = await takeMessages(tx, scope, { most: waiting.length, perDay });
  const some = waiting.slice(0, granted);
  await recipients.markQueued(
    tx,
    scope,
    some.map(({ id }) => id),
  );
  await queueMails(
    tx,
    some.map((one) => mailOf(message, one)),
    { priority: BULK_PRIORITY },
  );
  if (granted === waiting.length) {
    if (message.waitsUntil) await queries.writeWaitsUntil(tx, scope, message.id, null);
    return { goOn: true };
  }
  const tomorrow = await progress.untilTomorrow(tx);
  await queries.writeWaitsUntil(tx, scope, message.id, tomorrow.at);
  return { goOn: false, laterSeconds: tomorrow.seconds };
}

/** How many mails of messages an account may send in a day: fewer in its first week. */
export const messagesPerDay = async (
  tx: Tx | JobCtx['db'],
  { accountId }: AccountScope,
  { messagesPerDay: later, messagesPerDayAtFirst: first }: Config,
): Promise<number> => ((await progress.isNew(tx, accountId)) ? Math.min(first, later) : later);

async function step(tx: Tx, { config }: JobCtx, messageId: number): Promise<Next> {
  const message = await queries.lockById(tx, messageId);
  if (message?.status !== 'sending') return { goOn: false };
  const scope = scopeOfRow(message);
  const next =
    message.fixedAt === null
      ? await fixSome(tx, scope, message)
      : await queueSome(tx, scope, message, config);
  if (!next.goOn && next.laterSeconds !== undefined) await queueWork(tx, messageId, next.laterSeconds);
  return next;
}

/**
 * Goes on with a message: fixes its recipients, then queues their mails, in transactions of at most 500 rows that hold the
 * row of the message. Each recipient is written with its mail, so a job that was killed goes on where it stopped and nobody
 * gets the message twice. It ends when the message was stopped, when enough mails wait for the mail server, or when the day
 * has no more; then it runs again later.
 */
export async function sendOff(ctx: JobCtx, messageId: number): Promise<void> {
  for (let isOver = false; !isOver; ) {
    const began = performance.now();
    const next = await inTurn(ctx.db, [`message ${messageId}`], (tx) => step(tx, ctx, messageId));
    isOver = !next.goOn;
    if (!isOver) await wait(Math.min(performance.now() - began, MOST_PAUSE_MS));
  }
}

/** Lets the messages go out that are due, and counts what became of those that go out. Cheap if there are none. */
export async function lookAfter(ctx: JobCtx): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    for (const messageId of await progress.beginDue(tx)) await queueWork(tx, messageId);
  });
  await progress.countOutcomes(ctx.db, progress.GOING_OUT);
}

/** Queues the work of messages again that nothing will go on with, because crashes used up its tries. */
export async function queueForgotten({ db }: JobCtx): Promise<void> {
  for (const messageId of await progress.findForgotten(db)) await queueWork(db, messageId);
}
