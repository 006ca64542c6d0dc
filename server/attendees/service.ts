import type { KeyObject } from 'node:crypto';
import { type AttendeeRow, attendeeListRules } from '@entrada/contract/attendees';
import type { IssuedTicket } from '@entrada/contract/checkout';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { readSigningKey } from '../events/service.ts';
import { type AccountScope, type Ctx, scopeOf } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { fail } from '../platform/errors.ts';
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

/** What a code says when the holder of `publicKey`'s other half signed exactly it, else null. Key: SPKI DER or 32 raw bytes. */
export const verifyTicketCode = (code: string, publicKey: Uint8Array): TicketCode | null =>
  codes.verifyTicketCode(code, codes.readPublicKey(publicKey));

/** What a code claims without proof: for telling a foreign event's ticket from rubbish. */
export const peekTicketCode = (code: string): TicketCode | null => codes.peekTicketCode(code);

/** The code of a ticket. Key: PKCS #8 DER, the raw 32 bytes, or one read by the events' service. */
export const signTicketCode = (code: TicketCode, key: Uint8Array | KeyObject): string =>
  codes.signTicketCode(code, key instanceof Uint8Array ? codes.readPrivateKey(key) : key);

/** Issues the tickets of an order; answers ids and addresses in the order given. */
export const issueAttendees = (
  tx: Tx,
  scope: AccountScope,
  order: { id: number; eventId: number; locale: string },
  attendees: readonly NewAttendee[],
) => queries.insertAttendees(tx, scope, order, attendees);

/** Cancels tickets of an order, all of them where no ids are given, and answers those that were not cancelled before. The order's row must be locked. */
export const cancelAttendees = queries.cancelOfOrder;

/** Who comes by an order, with what each ticket cost, without codes. */
export const findAttendeesOfOrder = queries.findOfOrder;

async function sign(db: Tx | Db, rows: readonly queries.IssuedRow[]): Promise<Issued[]> {
  const [first] = rows;
  if (!first) return [];
  const { privateKey: key } = await readSigningKey(db, first.event_id);
  return rows.map((row) => ({
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
  }));
}

/** The tickets of an order with their signed codes, in the order of their numbers. */
export async function findIssuedByOrder(
  db: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<Issued[]> {
  return sign(db, await queries.findByOrder(db, scope, orderId));
}

/** The ticket behind a link; null when there is none. */
export async function findIssuedByShortId(db: Tx | Db, shortId: string): Promise<Issued | null> {
  const row = await queries.findByShortId(db, shortId);
  return row ? ((await sign(db, [row]))[0] ?? null) : null;
}

/** A ticket by its id, for mails; null when there is none. */
export async function findIssuedById(db: Tx | Db, id: number): Promise<Issued | null> {
  const row = await queries.findById(db, id);
  return row ? ((await sign(db, [row]))[0] ?? null) : null;
}

/** One page of an event's attendees. Throws NOT_FOUND for an event that the account does not have. */
export async function listAttendees(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: AttendeeRow[]; meta: ListMeta }> {
  const scope = scopeOf(ctx.actor);
  if (!(await queries.hasEvent(ctx.db, scope, eventId))) throw fail('NOT_FOUND');
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
