import { MESSAGES } from '@entrada/contract/outreach/messages';
import { REMINDER_KINDS, type Reminder, type ReminderKind } from '@entrada/contract/outreach/reminders';
import { inLockedEvent, requireEvent } from '../../catalog/events/service.ts';
import { inTransaction, type Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOfRow } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { readRichText } from '../../platform/rich-text.ts';
import { findSupportAddress } from '../../sales/orders/event-queries.ts';
import { problemsOf } from '../messages/core/problems.ts';
import { insertMessage } from '../messages/queries.ts';
import { expectConfirmed, expectSendable } from '../messages/sending.ts';
import { addressedBy } from './core/addressed.ts';
import * as queries from './queries.ts';

const show = ({ dueAt, ...reminder }: queries.StoredReminder, replyTo: string | null): Reminder => ({
  ...reminder,
  ...addressedBy(reminder.kind),
  dueAt: dueAt.toISOString(),
  replyTo,
  problems: problemsOf(reminder),
});

/** The reminders of an event, one of each kind. Throws NOT_FOUND. */
export async function listReminders(ctx: Ctx, eventId: number): Promise<Reminder[]> {
  const { scope } = await requireEvent(ctx, eventId);
  const replyTo = await findSupportAddress(ctx.db, scope, eventId);
  const found = await queries.findReminders(ctx.db, scope, eventId, REMINDER_KINDS);
  return found.map((one) => show(one, replyTo));
}

async function find(tx: Tx, scope: AccountScope, { eventId, kind }: Of): Promise<queries.StoredReminder> {
  const [found] = await queries.findReminders(tx, scope, eventId, [kind]);
  if (!found) throw fail('NOT_FOUND');
  return found;
}

type Of = { eventId: number; kind: ReminderKind };
type Given = { isOn: boolean; subject: string; body: string; isNotPromotional: boolean; version: number };

/**
 * Writes a reminder and switches it on or off. Switching it on throws EMAIL_NOT_CONFIRMED, MESSAGE_PLACEHOLDER_UNKNOWN and
 * VALIDATION_FAILED as sending a message does. Throws NOT_FOUND, EVENT_ARCHIVED, STALE_VERSION. Locks the event.
 */
export function saveReminder(ctx: Ctx, { eventId, kind }: Of, given: Given): Promise<Reminder> {
  const { isOn, subject, version, isNotPromotional } = given;
  const body = readRichText(given.body, { path: 'body', max: MESSAGES.body });
  if (isOn) {
    expectConfirmed(ctx);
    expectSendable({ subject, body });
    if (!isNotPromotional) throw failFields([{ path: 'isNotPromotional', code: 'must_be_agreed' }]);
  }
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const before = await find(tx, scope, { eventId, kind });
    expectVersion(version, before.version);
    const id = await queries.saveReminder(tx, scope, { eventId, kind, isOn, subject, body });
    await audit(tx, ctx, scope, {
      action: isOn ? 'message_reminder.switched_on' : 'message_reminder.saved',
      target: { type: 'message_reminder', id },
      before: { isOn: before.isOn, subject: before.subject },
      after: { kind, isOn, subject },
    });
    const replyTo = await findSupportAddress(tx, scope, eventId);
    return show(await find(tx, scope, { eventId, kind }), replyTo);
  });
}

/** Reminders that one look lets go out. */
const AT_ONCE = 50;

/** Makes a message of each reminder whose moment has come. It goes out as every other message does. */
export async function remind({ db }: JobCtx): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const due of await queries.lockDue(tx, AT_ONCE)) {
      const { eventId, kind, subject, body, dueAt } = due;
      const { audience, purpose } = addressedBy(kind);
      await insertMessage(tx, scopeOfRow(due), {
        event_id: eventId,
        status: 'scheduled',
        send_at: dueAt,
        subject,
        body,
        audience: JSON.stringify(audience),
        purpose,
        reminder: kind,
      });
      await queries.writeDone(tx, due);
    }
  });
}
