import { randomBytes } from 'node:crypto';
import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { buildAccount } from '../accounts/factory.ts';
import { buildEvent, type EventOverrides } from '../catalog/events/factory.ts';
import { buildTicket, type TicketOverrides } from '../catalog/tickets/factory.ts';
import type { Db } from '../db/client.ts';
import type { Client, TestApp } from './app.ts';

export const BUYER = { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' };

/** An account with a public event and one ticket on sale. */
export async function buildShop(
  db: Db,
  overrides: { event?: Partial<EventOverrides>; ticket?: Partial<TicketOverrides> } = {},
) {
  const account = await buildAccount(db);
  const { accountId } = account;
  const event = await buildEvent(db, { accountId, ...overrides.event });
  const ticket = await buildTicket(db, {
    accountId,
    eventId: event.eventId,
    type: 'free',
    ...overrides.ticket,
  });
  return { ...account, ...event, ...ticket };
}

type Items = { priceId: number; quantity: number; donation?: number }[];
type More = { key?: string; promoCode?: string; expectedTotal?: number; headers?: Record<string, string> };

/** Reserves tickets as a browser does. */
export function reserveAs(
  client: Client,
  eventId: number,
  items: Items,
  { key, headers = {}, ...more }: More = {},
) {
  return client.call(
    reserveOrder,
    { params: { eventId: String(eventId) }, body: { items, ...more } },
    { idempotencyKey: key ?? randomBytes(12).toString('base64url'), headers },
  );
}

/** Saves the buyer's details. All tickets go to the buyer. */
export function detailsAs(client: Client, orderShortId: string, buyer = BUYER) {
  return client.call(saveOrderDetails, {
    params: { orderShortId },
    body: { ...buyer, emailConfirmation: buyer.email, sendAllToBuyer: true, attendees: [] },
  });
}

/** The current values of a counter. */
export async function stockOf(db: Db, counterId: number): Promise<{ sold: number; reserved: number }> {
  return db
    .selectFrom('counters')
    .select(['sold', 'reserved'])
    .where('id', '=', counterId)
    .executeTakeFirstOrThrow();
}

/** A separate browser with its own address. */
export const visitor = (app: TestApp) => app.as();
