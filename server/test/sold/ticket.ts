import { randomBytes } from 'node:crypto';
import { checkIn } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { getOrder } from '@entrada/contract/sales/checkout';
import * as endpoints from '@entrada/contract/sales/holders';
import type { Db } from '../../db/client.ts';
import type { Client, TestApp } from '../app.ts';
import { BUYER, buildShop, detailsAs, reserveAs, visitor } from '../shop.ts';

/** Who gets a ticket from its first holder. */
export const VICENT = {
  firstName: 'Vicent',
  lastName: 'Climent',
  email: 'vicent@example.org',
  locale: 'es' as const,
};

/** A complete order of free tickets, all with the buyer's name, and what its organizer may do to the first of them. */
export async function buildSoldTicket(app: TestApp, quantity = 2) {
  const { db } = app;
  const shop = await buildShop(db, { ticket: { quantity: 10 } });
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity }]);
  const { shortId: orderShortId } = held.body.data;
  await detailsAs(buyer, orderShortId);
  const done = await buyer.call(getOrder, { params: { orderShortId } });
  await app.runJobs();
  const rows = await db
    .selectFrom('attendees')
    .select(['id', 'order_id', 'short_id'])
    .where('event_id', '=', shop.eventId)
    .orderBy('id')
    .execute();
  const [first] = rows;
  if (!first) throw new Error('No ticket was issued');
  const params = { eventId: String(shop.eventId), attendeeId: String(first.id) };
  const owner = app.as({ token: shop.token });
  const version = async () => (await owner.call(endpoints.getAttendee, { params })).body.data.version;
  type PassOn = Partial<{ version: number; tellOldHolder: boolean; evenIfCheckedIn: boolean; email: string }>;
  return {
    shop,
    buyer,
    owner,
    params,
    orderShortId,
    orderId: first.order_id,
    attendeeId: first.id,
    shortId: first.short_id,
    code: done.body.data.tickets[0]?.code ?? '',
    seen: async () => (await owner.call(endpoints.getAttendee, { params })).body.data,
    correct: async (change: Record<string, unknown> = {}) =>
      owner.call(endpoints.updateAttendee, {
        params,
        body: { version: await version(), ...BUYER, locale: 'es', sendTicket: false, ...change },
      }),
    passOn: async (change: PassOn = {}, idempotencyKey?: string) =>
      owner.call(
        endpoints.passOnTicket,
        {
          params,
          body: {
            version: change.version ?? (await version()),
            ...VICENT,
            tellOldHolder: true,
            evenIfCheckedIn: false,
            ...change,
          },
        },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      ),
    reissue: async (sendTicket = true) =>
      owner.call(endpoints.reissueCode, { params, body: { version: await version(), sendTicket } }),
  };
}

export type SoldTicket = Awaited<ReturnType<typeof buildSoldTicket>>;

/** A door of the event that scans codes. */
export async function openDoor(
  app: TestApp,
  { owner, params: { eventId } }: { owner: Client; params: { eventId: string } },
) {
  const body = {
    name: 'Main gate',
    description: '',
    allTickets: true,
    ticketIds: [],
    activatesAt: null,
    expiresAt: null,
  };
  const made = await owner.call(createCheckInList, { params: { eventId }, body });
  const { shortId: listShortId } = made.body.data;
  return async (code = '') => {
    const stamp = { device: 'Door 1', scannedAt: new Date().toISOString() };
    const nonce = randomBytes(18).toString('base64url');
    const answered = await app
      .as()
      .call(checkIn, { params: { listShortId }, body: { method: 'scan', code, nonce, ...stamp } });
    return answered.body.data.verdict;
  };
}

/** The times that an attendee was let in and is still in. */
export const findEntries = (db: Db, attendeeId: number) =>
  db.selectFrom('check_ins').select('id').where('attendee_id', '=', attendeeId).execute();
