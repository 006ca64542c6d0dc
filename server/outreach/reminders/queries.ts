import type { ReminderKind } from '@entrada/contract/outreach/reminders';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';

/** Days and hours before the start, by the clocks of the event's zone: a day before is the same hour of the day before. */
const beforeStart = (interval: RawBuilder<unknown>) =>
  sql`((e.starts_at at time zone e.timezone) - ${interval}) at time zone e.timezone`;

/** When a reminder goes out, over its kind and its event `e`. */
const dueOf = (kind: RawBuilder<unknown>) => sql<Date>`case ${kind}
  when 'week_before' then ${beforeStart(sql`interval '7 days'`)}
  when 'details_missing' then ${beforeStart(sql`interval '3 days'`)}
  when 'day_before' then ${beforeStart(sql`interval '1 day'`)}
  when 'hour_before' then e.starts_at - interval '1 hour'
  else e.effective_end + interval '1 day' end`;

export type StoredReminder = {
  id: number | null;
  kind: ReminderKind;
  isOn: boolean;
  subject: string;
  body: string;
  version: number;
  dueAt: Date;
  isOver: boolean;
  lastMessageId: number | null;
};

/** The reminders of an event, one for each of `kinds`. One that was never saved has no id. */
export async function findReminders(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
  kinds: readonly ReminderKind[],
): Promise<StoredReminder[]> {
  const { rows } = await sql<StoredReminder>`
    select r.id, k.kind, coalesce(r.is_on, false) as "isOn", coalesce(r.subject, '') as subject, coalesce(r.body, '') as body,
      coalesce(r.version, 0) as version, ${dueOf(sql`k.kind`)} as "dueAt", ${dueOf(sql`k.kind`)} <= app.now() as "isOver",
      (select max(m.id) from app.messages m where m.event_id = e.id and m.reminder = k.kind) as "lastMessageId"
    from app.events e cross join unnest(${[...kinds]}::text[]) with ordinality k(kind, nth)
    left join app.message_reminders r on r.event_id = e.id and r.kind = k.kind
    where e.account_id = ${scope.accountId} and e.id = ${eventId} order by k.nth`.execute(tx);
  return rows;
}

type Saved = { eventId: number; kind: ReminderKind; isOn: boolean; subject: string; body: string };

/** Writes a reminder and answers its id. One that was on already goes on from when it was switched on. The event must be locked. */
export async function saveReminder(tx: Tx, { accountId }: AccountScope, given: Saved): Promise<number> {
  const { eventId, kind, isOn, subject, body } = given;
  const { rows } = await sql<{ id: number }>`
    insert into app.message_reminders as r (account_id, event_id, kind, is_on, on_since, subject, body)
    values (${accountId}, ${eventId}, ${kind}, ${isOn}, case when ${isOn} then app.now() end, ${subject}, ${body})
    on conflict (event_id, kind) do update set is_on = excluded.is_on, subject = excluded.subject, body = excluded.body,
      on_since = case when excluded.is_on then coalesce(r.on_since, excluded.on_since) end,
      version = r.version + 1, updated_at = app.now()
    returning r.id`.execute(tx);
  if (!rows[0]) throw new Error('A reminder was not written');
  return rows[0].id;
}

export type DueReminder = {
  id: number;
  accountId: number;
  eventId: number;
  kind: ReminderKind;
  subject: string;
  body: string;
  dueAt: Date;
};

/** So long after its moment a reminder still goes out, because no process ran then. An hour before the start is soon over. */
const lateness = sql`case r.kind when 'hour_before' then interval '30 minutes' else interval '12 hours' end`;

/**
 * Reminders whose moment has come and that did not go out for it, with their rows locked; those that another process has locked
 * are left to it. Only of public events that take place.
 */
export async function lockDue(tx: Tx, most: number): Promise<DueReminder[]> {
  const due = dueOf(sql`r.kind`);
  const { rows } = await sql<DueReminder>`
    select r.id, r.account_id as "accountId", r.event_id as "eventId", r.kind, r.subject, r.body, ${due} as "dueAt"
    from app.message_reminders r join app.events e on e.id = r.event_id
    where r.is_on and e.status = 'public' and e.called_off_at is null and ${due} <= app.now() and ${due} > app.now() - ${lateness}
      and ${due} >= r.on_since and r.done_for is distinct from ${due}
    order by r.id limit ${most} for no key update of r skip locked`.execute(tx);
  return rows;
}

/** Writes for which moment a reminder went out. That is no edit, so its version stays. The row must be locked. */
export async function writeDone(tx: Tx, { id, accountId }: DueReminder): Promise<void> {
  // From the dates again: a time in JavaScript has no microseconds.
  await sql`update app.message_reminders r set done_for = ${dueOf(sql`r.kind`)} from app.events e
    where e.id = r.event_id and r.account_id = ${accountId} and r.id = ${id}`.execute(tx);
}
