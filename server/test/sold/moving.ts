import { randomBytes } from 'node:crypto';
import { getAttendee } from '@entrada/contract/sales/holders';
import type { MoveSettlement } from '@entrada/contract/sales/moves/to-another-ticket';
import * as endpoints from '@entrada/contract/sales/moves/to-another-ticket';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import { buildTicket, type TicketOverrides } from '../../catalog/tickets/factory.ts';
import type { Db } from '../../db/client.ts';
import type { Client } from '../app.ts';

type Sold = { shop: { accountId: number; eventId: number }; owner: Client };
type Wish = {
  version?: number;
  settlement?: MoveSettlement | null;
  exceedCapacity?: boolean;
  sendTicket?: boolean;
  expectedDifference?: number;
};

/** Another ticket of the event of a sale. */
export const anotherTicket = (db: Db, { shop }: Sold, more: Partial<TicketOverrides> = {}) =>
  buildTicket(db, { accountId: shop.accountId, eventId: shop.eventId, name: 'VIP', type: 'paid', ...more });

/** What an organizer may do to move one attendee. */
export function moverOf({ shop, owner }: Sold, attendeeId: number) {
  const params = { eventId: String(shop.eventId), attendeeId: String(attendeeId) };
  const quote = async () => (await owner.call(endpoints.quoteMove, { params })).body.data;
  return {
    quote,
    seen: async () => (await owner.call(getAttendee, { params })).body.data,
    order: async (orderId: number) =>
      (await owner.call(getOrderDetail, { params: { ...params, orderId: String(orderId) } })).body.data,
    /** Moves to a price as the quote says, but for what `wish` says. */
    move: async (priceId: number, wish: Wish = {}, key = randomBytes(12).toString('base64url')) => {
      const { version, choices } = await quote();
      const choice = choices.find((one) => one.priceId === priceId);
      return owner.call(
        endpoints.moveAttendee,
        {
          params,
          body: {
            version,
            priceId,
            expectedDifference: choice?.difference ?? 0,
            settlement: choice?.settlements[0] ?? null,
            exceedCapacity: false,
            sendTicket: false,
            ...wish,
          },
        },
        { idempotencyKey: key },
      );
    },
  };
}
