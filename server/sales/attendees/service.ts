import type { KeyObject } from 'node:crypto';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { type AttendeeRow, attendeeListRules } from '@entrada/contract/sales/attendees';
import type { IssuedTicket } from '@entrada/contract/sales/checkout';
import { readSigningKey, requireEvent } from '../../catalog/events/service.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import * as codes from './core/ticket-code.ts';
import * as queries from './queries.ts';

export type TicketCode = codes.TicketCode;

/** Who one ticket is for. */
export type NewAttendee = queries.NewAttendee;

/** A ticket as its holder sees it, with what else documents need of it. */
export type Issued = {
  id: number;
  accountId: number;
  eventId: number;
  orderId: number;
  orderItemId: number;
  locale: string;
  ticket: IssuedTicket;
};

/** Reads a key once for many codes. SPKI DER or 32 raw bytes. */
export const readPublicKey = codes.readPublicKey;

/** What a code says when the holder of `publicKey`'s other half signed exactly it, else null. */
export const verifyTicketCode = codes.verifyTicketCode;

/** What a code claims without proof: for telling a foreign event's ticket from rubbish. */
export const peekTicketCode = (code: string): TicketCode | null => codes.peekTicketCode(code);

/** The code of a ticket. Key: PKCS #8 DER, the raw 32 bytes, or one read by the events' service. */
export const signTicketCode = (code: TicketCode, key: Uint8Array | KeyObject): string =>
  codes.signTicketCode(code, key instanceof Uint8Array ? codes.readPrivateKey(key) : key);

export type IssuingOrder = queries.IssuingOrder;
export type IssuedRow = queries.IssuedRow;

/** Issues the tickets of some orders, whose rows must be locked, in one statement; answers them in the order given. */
export const issueAttendees = queries.insertAttendees;

/** The unpaid tickets of an order become valid, and are answered. The order's row must be locked. */
export const activateAttendees = queries.activateOfOrder;

/** Cancels tickets of an order, all of them where no ids are given, and answers those that were not cancelled before. The order's row must be locked. */
export const cancelAttendees = queries.cancelOfOrder;

/** Who comes by an order, with what each ticket cost, without codes. */
export const findAttendeesOfOrder = queries.findOfOrder;

/** Issued tickets with their signed codes, in the order given. */
export async function signIssued(db: Tx | Db, rows: readonly queries.IssuedRow[]): Promise<Issued[]> {
  const keys = new Map<number, KeyObject>();
  for (const { event_id: eventId } of rows) {
    if (!keys.has(eventId)) keys.set(eventId, (await readSigningKey(db, eventId)).privateKey);
  }
  return rows.flatMap((row) => {
    const key = keys.get(row.event_id);
    return key ? [toIssued(row, key)] : [];
  });
}

function toIssued(row: queries.IssuedRow, key: KeyObject): Issued {
  return {
    id: row.id,
    accountId: row.account_id,
    eventId: row.event_id,
    orderId: row.order_id,
    orderItemId: row.order_item_id,
    locale: row.locale,
    ticket: {
      shortId: row.short_id,
      reference: row.reference,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      status: row.status as IssuedTicket['status'],
      ticketName: row.ticket_name,
      priceLabel: row.price_label,
      code: codes.signTicketCode(
        { eventId: row.event_id, attendeeId: row.id, codeVersion: row.code_version },
        key,
      ),
    },
  };
}

/** The tickets of an order with their signed codes, in the order of their numbers. */
export async function findIssuedByOrder(
  db: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<Issued[]> {
  return signIssued(db, await queries.findByOrder(db, scope, orderId));
}

/** The ticket behind a link; null when there is none. */
export async function findIssuedByShortId(db: Tx | Db, shortId: string): Promise<Issued | null> {
  const row = await queries.findByShortId(db, shortId);
  return row ? ((await signIssued(db, [row]))[0] ?? null) : null;
}

/** A ticket by its id, for mails; null when there is none. */
export async function findIssuedById(db: Tx | Db, id: number): Promise<Issued | null> {
  const row = await queries.findById(db, id);
  return row ? ((await signIssued(db, [row]))[0] ?? null) : null;
}

/** One page of an event's attendees. Throws NOT_FOUND for an event that the account does not have. */
export async function listAttendees(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: AttendeeRow[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const { rows, meta } = await queries.listByEvent(ctx.db, scope, eventId, attendeeListRules, query);
  return {
    meta,
    data: rows.map((row) => ({
      id: row.id,
      shortId: row.short_id,
      reference: row.reference,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      status: row.status as AttendeeRow['status'],
      ticket: { id: row.ticket_id, name: row.ticket_name, priceLabel: row.price_label },
      order: { id: row.order_id, shortId: row.order_short_id, reference: row.order_reference },
      checkedInAt: row.checked_in_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
