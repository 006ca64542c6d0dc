import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { EVERYBODY } from '@entrada/contract/outreach/audience';
import {
  MESSAGE_STATUSES,
  MESSAGES,
  type MessageDetail,
  type MessageRow,
  type MessageStatus,
  messageListRules,
  RECIPIENT_STATES,
  type WrittenMessage,
} from '@entrada/contract/outreach/messages';
import { inLockedEvent, requireEvent } from '../../catalog/events/service.ts';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { expectVersion, fail } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { readPage } from '../../platform/lists/page.ts';
import { readRichText } from '../../platform/rich-text.ts';
import { inTurn } from '../../platform/turns.ts';
import { findSupportAddress } from '../../sales/orders/event-queries.ts';
import { readAudience } from './audience.ts';
import { countFound } from './audience-queries.ts';
import { problemsOf } from './core/problems.ts';
import * as queries from './queries.ts';

export type OfOne = { eventId: number; messageId: number };

const iso = (at: Date | null) => at?.toISOString() ?? null;

const toRow = (message: queries.Message): MessageRow => ({
  ...message,
  counts: Object.fromEntries(
    ['total', ...RECIPIENT_STATES].map((state) => [
      state,
      message.counts[state as keyof typeof message.counts] ?? 0,
    ]),
  ) as MessageRow['counts'],
  sendAt: iso(message.sendAt),
  undoUntil: message.status === 'scheduled' ? iso(message.undoUntil) : null,
  waitsUntil: message.status === 'sending' ? iso(message.waitsUntil) : null,
  finishedAt: iso(message.finishedAt),
  updatedAt: message.updatedAt.toISOString(),
});

/** A page of an event's messages, and how many are in each state. Throws NOT_FOUND, VALIDATION_FAILED. */
export async function listMessages(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: MessageRow[]; meta: ListMeta; counts: Record<MessageStatus, number> }> {
  const { scope } = await requireEvent(ctx, eventId);
  const list = { rules: messageListRules, source: queries.messageSource(scope, eventId), query };
  const page = await readPage(ctx.db, list, async (ids) =>
    (await queries.findMessages(ctx.db, scope, eventId, ids)).map(toRow),
  );
  const found = await queries.countStatuses(ctx.db, scope, eventId);
  const counts = Object.fromEntries(
    MESSAGE_STATUSES.map((status) => [status, found.get(status) ?? 0]),
  ) as Record<MessageStatus, number>;
  return { ...page, counts };
}

/** A message with the event it is of, as the API shows it. `tx` may be the pool. */
export async function showMessage(
  ctx: Ctx,
  { eventId, messageId }: OfOne,
  tx: Tx | Ctx['db'] = ctx.db,
): Promise<MessageDetail> {
  const { scope, timezone, effectiveEnd, now } = await requireEvent(ctx, eventId, tx);
  const [message] = await queries.findMessages(tx, scope, eventId, [messageId]);
  if (!message) throw fail('NOT_FOUND');
  return {
    ...toRow(message),
    body: message.body,
    each: message.each,
    copyToSelf: message.copyToSelf,
    replyTo: await findSupportAddress(tx, scope, eventId),
    problems: problemsOf(message),
    timezone,
    eventEndsAt: effectiveEnd.toISOString(),
    isOver: effectiveEnd <= now,
  };
}

/** One message. Throws NOT_FOUND. */
export const getMessage = (ctx: Ctx, of: OfOne): Promise<MessageDetail> => showMessage(ctx, of);

/** The columns of what a person writes. Cleans the text. Throws VALIDATION_FAILED. */
async function columnsOf(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { subject, body, audience, each, purpose, copyToSelf }: WrittenMessage,
) {
  const found = readAudience(scope, eventId, audience);
  const { mails } = await countFound(tx, scope, { found, each, purpose });
  return {
    subject,
    body: readRichText(body, { path: 'body', max: MESSAGES.body }),
    audience: JSON.stringify(audience),
    each,
    purpose,
    copy_to_self: copyToSelf,
    people: mails,
  };
}

/** Throws TOO_MANY_MESSAGES if an event has as many as it may have. The event must be locked. */
async function expectRoom(tx: Tx, scope: AccountScope, eventId: number): Promise<void> {
  const counts = await queries.countStatuses(tx, scope, eventId);
  if ([...counts.values()].reduce((sum, n) => sum + n, 0) >= MESSAGES.most) throw fail('TOO_MANY_MESSAGES');
}

const BLANK: WrittenMessage = {
  subject: '',
  body: '',
  audience: EVERYBODY,
  each: 'person',
  purpose: 'ticket',
  copyToSelf: false,
};

async function add(
  tx: Tx,
  ctx: Ctx,
  scope: AccountScope,
  eventId: number,
  { key, ...written }: WrittenMessage & { key?: string },
) {
  await expectRoom(tx, scope, eventId);
  const id = await queries.insertMessage(tx, scope, {
    event_id: eventId,
    created_by: userOf(ctx.actor).userId,
    creation_key: key ?? null,
    ...(await columnsOf(tx, scope, eventId, written)),
  });
  await record(tx, ctx, scope, { action: 'created', id });
  return showMessage(ctx, { eventId, messageId: id }, tx);
}

/** Records what a person did to a message. The text is in the message itself. */
export const record = (
  tx: Tx,
  ctx: Ctx,
  scope: AccountScope,
  { action, id, after }: { action: string; id: number; after?: unknown },
): Promise<void> =>
  audit(tx, ctx, scope, {
    action: `message.${action}`,
    target: { type: 'message', id },
    ...(after !== undefined && { after }),
  });

/**
 * Begins a draft. Called again with the same key, it answers with that draft as it is now. Throws NOT_FOUND, EVENT_ARCHIVED,
 * VALIDATION_FAILED, TOO_MANY_MESSAGES, IDEMPOTENCY_KEY_REUSED. Locks the event.
 */
export function createMessage(
  ctx: Ctx,
  eventId: number,
  given: Partial<WrittenMessage>,
  noted: NotedKey | null,
): Promise<MessageDetail> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    if (await claimKey(tx, noted))
      return add(tx, ctx, scope, eventId, { ...BLANK, ...given, ...(noted && { key: noted.key }) });
    const messageId = noted && (await queries.findByCreationKey(tx, scope, eventId, noted.key));
    if (!messageId) throw fail('NOT_FOUND');
    return showMessage(ctx, { eventId, messageId }, tx);
  });
}

/** Makes a draft of the words and recipients of a message. Throws as `createMessage`. Locks the event. */
export function duplicateMessage(ctx: Ctx, { eventId, messageId }: OfOne): Promise<MessageDetail> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const [message] = await queries.findMessages(tx, scope, eventId, [messageId]);
    if (!message) throw fail('NOT_FOUND');
    const { subject, body, audience, each, purpose, copyToSelf } = message;
    return add(tx, ctx, scope, eventId, { subject, body, audience, each, purpose, copyToSelf });
  });
}

/** Runs something in a transaction that holds the row of a message. Throws NOT_FOUND. */
export function inLockedMessage<T>(
  ctx: Ctx,
  of: OfOne,
  run: (tx: Tx, scope: AccountScope, message: queries.Message) => Promise<T>,
): Promise<T> {
  return inTurn(ctx.db, [`message ${of.messageId}`], async (tx) => {
    const scope = scopeOf(ctx.actor);
    const message = await queries.lockMessage(tx, scope, of);
    if (!message) throw fail('NOT_FOUND');
    return run(tx, scope, message);
  });
}

/**
 * Saves a draft. Names that are no placeholders are saved and named in `problems`. Throws NOT_FOUND, MESSAGE_NOT_DRAFT,
 * STALE_VERSION with params.version, VALIDATION_FAILED. Locks the message. A draft that is saved again and again writes no audit
 * entry; sending it does.
 */
export function updateMessage(
  ctx: Ctx,
  of: OfOne,
  { version, ...written }: WrittenMessage & { version: number },
): Promise<MessageDetail> {
  return inLockedMessage(ctx, of, async (tx, scope, message) => {
    if (message.status !== 'draft') throw fail('MESSAGE_NOT_DRAFT');
    expectVersion(version, message.version);
    await queries.updateMessages(tx, scope, [message.id], await columnsOf(tx, scope, of.eventId, written));
    return showMessage(ctx, of, tx);
  });
}

/** Deletes a draft. Throws NOT_FOUND, MESSAGE_NOT_DRAFT. Locks the message. */
export function deleteMessage(ctx: Ctx, of: OfOne): Promise<void> {
  return inLockedMessage(ctx, of, async (tx, scope, message) => {
    if (message.status !== 'draft') throw fail('MESSAGE_NOT_DRAFT');
    await queries.removeMessages(tx, scope, [message.id]);
    await record(tx, ctx, scope, { action: 'deleted', id: message.id, after: { subject: message.subject } });
  });
}
