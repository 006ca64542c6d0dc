import type { KeyObject } from 'node:crypto';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { type AttendeeRow, attendeeListRules } from '@entrada/contract/sales/attendees';
import type { IssuedTicket } from '@entrada/contract/sales/checkout';
import { readSigningKey } from '../../catalog/events/sealing.ts';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { mapInSlices } from '../../platform/workers/slices.ts';
import { signTicketCode } from './core/ticket-code.ts';
import * as queries from './queries.ts';

/** A ticket without its code, and the other facts that documents need. */
export type Uncoded = {
  id: number;
  accountId: number;
  eventId: number;
  orderId: number;
  orderItemId: number;
  ticketId: number;
  locale: string;
  /** Of the code. A mail that was queued for an older one is not sent. */
  codeVersion: number;
  isPassedOn: boolean;
  /** The buyer passed it on, and its holder has not looked at it yet. */
  isUnopened: boolean;
  /** The buyer has not said yet who comes. */
  awaitsName: boolean;
  /** Without the ticket's own dates, which come with the event. */
  ticket: Omit<IssuedTicket, 'ownStartsAt' | 'ownEndsAt' | 'code'>;
};

/** The same as its holder sees it. */
export type Issued = Uncoded & { ticket: Pick<IssuedTicket, 'code'> };

/** A signature takes 30 microseconds. After this many the server answers others first. */
const SIGNED_AT_ONCE = 100;

/** Tickets of one event with their signed codes, in the order given. */
async function signIssued(db: Tx | Db, rows: readonly queries.IssuedRow[]): Promise<Issued[]> {
  const [first] = rows;
  if (!first) return [];
  const { privateKey } = await readSigningKey(db, first.event_id);
  return mapInSlices(rows, SIGNED_AT_ONCE, (row) => toIssued(row, privateKey));
}

/** A ticket with its code, signed with the key of its event. */
function toIssued(row: queries.IssuedRow, key: KeyObject): Issued {
  const { ticket, ...facts } = toUncoded(row);
  const code = signTicketCode(
    { eventId: row.event_id, attendeeId: row.id, codeVersion: row.code_version },
    key,
  );
  return { ...facts, ticket: { ...ticket, code } };
}

/** A ticket whose code nobody looks at now. A signature costs more than everything else about it. Pure. */
export function toUncoded(row: queries.IssuedRow): Uncoded {
  return {
    id: row.id,
    accountId: row.account_id,
    eventId: row.event_id,
    orderId: row.order_id,
    orderItemId: row.order_item_id,
    ticketId: row.ticket_id,
    locale: row.locale,
    codeVersion: row.code_version,
    isPassedOn: row.passed_on_at !== null,
    awaitsName: row.awaits_name,
    isUnopened: row.unopened,
    ticket: {
      shortId: row.short_id,
      reference: row.reference,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      status: row.status as IssuedTicket['status'],
      ticketName: row.ticket_name,
      priceLabel: row.price_label,
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

/**
 * The valid tickets of an order that have the same holder as this one, itself included. Each holder is mailed, so this
 * never reads the whole of a large order.
 */
export async function findIssuedToHolder(
  db: Tx | Db,
  scope: AccountScope,
  { orderId, ticket: { email } }: Pick<Issued, 'orderId' | 'ticket'>,
): Promise<Issued[]> {
  return signIssued(db, await queries.findByHolder(db, scope, { orderId, email }));
}

/**
 * Whether the buyer may see the code of a ticket. One that was passed on is its new holder's alone, so that nobody
 * enters with what they gave away. Pure.
 */
export const isWithBuyer = ({ isPassedOn, ticket }: Uncoded, buyer: { email: string } | null): boolean =>
  isHolderBuyer({ passedOnAt: isPassedOn, email: ticket.email }, buyer);

/** The same of a row: `passedOnAt` is empty if it never went to another person. Pure. */
export const isHolderBuyer = (
  { passedOnAt, email }: { passedOnAt: unknown; email: string },
  buyer: { email: string } | null,
): boolean => !passedOnAt || email.toLowerCase() === buyer?.email.toLowerCase();

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
      version: row.version,
      shortId: row.short_id,
      reference: row.reference,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      status: row.status as AttendeeRow['status'],
      awaitsName: row.awaits_name,
      ticket: { id: row.ticket_id, name: row.ticket_name, priceLabel: row.price_label },
      order: { id: row.order_id, shortId: row.order_short_id, reference: row.order_reference },
      checkedInAt: row.checked_in_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
