import type { CreditNoteContent } from '@entrada/documents/types';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { documentNumber } from './core/content.ts';
import type { CreditedLine } from './core/credit.ts';

/** The money that a credit note is for. Neither where the order changed. */
export type Cause = { refundId: number | null; disputeId: number | null };

/** A credit note as it was issued. Minor units. */
export type CreditNote = Cause & {
  id: number;
  invoiceId: number;
  number: string;
  locale: string;
  issuedAt: Date;
  total: number;
  content: CreditNoteContent;
  /** What it gives back of each line of its invoice. */
  parts: CreditedLine[];
};

/** The credit notes of an order, oldest first. */
export async function listCreditNotes(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<CreditNote[]> {
  const rows = await tx
    .selectFrom('credit_notes')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    invoiceId: row.invoice_id,
    refundId: row.refund_id,
    disputeId: row.dispute_id,
    number: documentNumber(row.prefix, row.number),
    locale: row.locale,
    issuedAt: row.issued_at,
    total: row.total,
    content: row.content as CreditNoteContent,
    parts: row.credited as CreditedLine[],
  }));
}

type NewCreditNote = Cause & {
  orderId: number;
  invoiceId: number;
  eventId: number;
  locale: string;
  content: CreditNoteContent;
  parts: readonly CreditedLine[];
};

/**
 * Issues a credit note with the next number of the event's prefix. The row of its series stays locked until the
 * transaction ends, so that numbers have no gaps. Call it after you lock orders and before you lock counters. Answers its
 * id and number.
 */
export async function insertCreditNote(
  tx: Tx,
  scope: AccountScope,
  note: NewCreditNote,
): Promise<{ id: number; number: string }> {
  const { content } = note;
  const { rows } = await sql<{ id: number; prefix: string; number: number }>`
    with series as (
      insert into app.invoice_series (account_id, prefix, last_number)
      select account_id, credit_note_prefix, 1 from app.event_settings
      where account_id = ${scope.accountId} and event_id = ${note.eventId}
      on conflict (account_id, prefix) do update set last_number = app.invoice_series.last_number + 1
      returning account_id, prefix, last_number)
    insert into app.credit_notes (account_id, order_id, invoice_id, refund_id, dispute_id, reason, prefix, number, locale,
      total, currency, content, credited)
    select account_id, ${note.orderId}, ${note.invoiceId}, ${note.refundId}, ${note.disputeId}, ${content.reason}, prefix,
      last_number, ${note.locale}, ${content.totalMinor}, ${content.currency}, ${JSON.stringify(content)}::jsonb,
      ${JSON.stringify(note.parts)}::jsonb
    from series returning id, prefix, number`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`Event ${note.eventId} of a credit note has no settings`);
  return { id: row.id, number: documentNumber(row.prefix, row.number) };
}

/** Over a move `m`: whether documents say it. */
const hasPapers = sql`(m.credit_note_id is not null or m.invoice_id is not null)`;

/** Over an attendee `a` and its place `i`: the item by which an invoice bills it. */
const billedItem = sql<number>`coalesce((select m.to_item_id from app.ticket_moves m
  where m.attendee_id = a.id and ${hasPapers} order by m.id desc limit 1), i.moved_from_id, i.id)`;

/** The item by which an invoice bills the place of an attendee: of the last move with documents, or what was sold. */
export async function findBilledItem(tx: Tx | Db, scope: AccountScope, attendeeId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ${billedItem} as id from app.attendees a join app.order_items i on i.id = a.order_item_id
    where a.account_id = ${scope.accountId} and a.id = ${attendeeId}`.execute(tx);
  if (!rows[0]) throw new Error(`Attendee ${attendeeId} has lost its line`);
  return rows[0].id;
}

/** The prefix of an event's credit notes. */
export async function findCreditPrefix(tx: Tx, scope: AccountScope, eventId: number): Promise<string> {
  const row = await tx
    .selectFrom('event_settings')
    .select('credit_note_prefix')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return row.credit_note_prefix;
}

/** Money of an order that went back without a credit note. `units`: whole units that it is for. Minor units. */
export type GoneMoney = Cause & { amount: number; units: Map<number, number> };

/**
 * The refunds and lost disputes of an order that have no credit note, in the order in which they ended. Payments that came
 * twice are no part of a sale, so what went back of them is left out (docs/money.md, rule 12).
 */
export async function findGoneMoney(tx: Tx | Db, scope: AccountScope, orderId: number): Promise<GoneMoney[]> {
  type Row = Cause & { amount: number; units: { id: number; quantity: number }[] };
  const { rows } = await sql<Row>`
    with surplus as (
      select payment_id from app.refunds where order_id = ${orderId} and reason = 'duplicate')
    select r.id as "refundId", null::bigint as "disputeId", r.amount, r.settled_at as at, coalesce((
      select json_agg(json_build_object('id', id, 'quantity', quantity)) from (
        select ${billedItem} as id, count(*) as quantity
        from app.attendees a join app.order_items i on i.id = a.order_item_id where a.id = any(r.attendee_ids) group by 1
        union all select i.id, i.quantity from app.order_items i where i.id = any(r.order_item_ids)) units), '[]') as units
    from app.refunds r
    where r.account_id = ${scope.accountId} and r.order_id = ${orderId} and r.status = 'succeeded'
      and not exists (select from surplus s where s.payment_id = r.payment_id)
      and not exists (select from app.credit_notes n where n.refund_id = r.id)
      and not exists (select from app.ticket_moves m
        where m.order_id = r.order_id and m.refund_id = r.id and ${hasPapers})
    union all
    select null, d.id, d.amount, d.updated_at, '[]' from app.disputes d
    where d.account_id = ${scope.accountId} and d.order_id = ${orderId} and d.status = 'lost' and d.amount > 0
      and not exists (select from surplus s where s.payment_id = d.payment_id)
      and not exists (select from app.credit_notes n where n.dispute_id = d.id)
    order by at, 1, 2`.execute(tx);
  return rows.map(({ units, ...one }) => ({
    ...one,
    units: new Map(units.map(({ id, quantity }) => [id, quantity])),
  }));
}

/**
 * What the invoices of an order may bill, less its credit notes: its total and the differences of its moves, less what went
 * back for good by refunds and to banks. Minor units.
 */
export async function findClaim(tx: Tx | Db, scope: AccountScope, orderId: number): Promise<number> {
  const { claim } = await tx
    .selectFrom('order_claims')
    .select('claim')
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return claim ?? 0;
}

/**
 * Orders whose invoices still bill money that went back, a thousand at most: it went back before there were credit notes,
 * or while a process of an older version was running.
 */
export async function findUncredited(tx: Tx | Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with missed as (
      select order_id from app.refunds r
      where status = 'succeeded' and not exists (select from app.credit_notes n where n.refund_id = r.id)
      union select order_id from app.disputes d
      where status = 'lost' and not exists (select from app.credit_notes n where n.dispute_id = d.id)),
    invoiced as (
      select m.order_id, sum(v.total) as total from missed m join app.invoices v on v.order_id = m.order_id group by 1)
    select v.order_id as id from invoiced v
    where v.total - coalesce((select sum(n.total) from app.credit_notes n where n.order_id = v.order_id), 0)
      > (select c.claim from app.order_claims c where c.order_id = v.order_id)
    order by 1 limit 1000`.execute(tx);
  return rows.map(({ id }) => id);
}
