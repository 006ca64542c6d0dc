import * as endpoints from '@entrada/contract/sales/own-tickets/changes';
import { type NotedKey, notedKey } from '../../platform/http/idempotency.ts';
import { byLink, LIMITS_BY_PURPOSE, LINK_MISSES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import * as service from './service.ts';

/** Routes by which whoever holds the link of an order changes who comes with its tickets. */
export function ownTicketRoutes(api: Api): void {
  const limits = LIMITS_BY_PURPOSE;
  const changing = { limits: [limits.ownTickets], misses: LINK_MISSES };
  // Nobody's inbox is filled from here, and no order mails many strangers.
  const mayMail: service.Call['mayMail'] = (email, order) => {
    api.limiters.spend(limits.ownTicketMails, String(order.id));
    api.limiters.spend(limits.ticketMailsTo, email);
  };
  const callOf = (call: {
    params: { orderShortId: string; reference: string };
    idempotencyKey: string | null;
    requestHash: string;
  }): { mayMail: service.Call['mayMail']; key: NotedKey | null } => ({
    mayMail,
    key: notedKey(`own ticket ${call.params.orderShortId} ${call.params.reference}`, call),
  });
  route(
    api,
    endpoints.getOwnTickets,
    async ({ ctx, params }) => ({ data: await service.showOwnTickets(ctx, params.orderShortId) }),
    byLink('orderShortId'),
  );
  route(
    api,
    endpoints.nameOwnTicket,
    async (call) => ({ data: await service.nameTicket(call.ctx, call.params, call.body, callOf(call)) }),
    changing,
  );
  route(
    api,
    endpoints.passOnOwnTicket,
    async (call) => ({ data: await service.passOnTicket(call.ctx, call.params, call.body, callOf(call)) }),
    changing,
  );
  route(
    api,
    endpoints.takeBackOwnTicket,
    async (call) => ({ data: await service.takeBackTicket(call.ctx, call.params, call.body, callOf(call)) }),
    changing,
  );
  route(
    api,
    endpoints.sendOwnTicketAgain,
    async (call) => ({ data: await service.sendTicketAgain(call.ctx, call.params, callOf(call)) }),
    changing,
  );
  route(
    api,
    endpoints.noteTicketOpened,
    async ({ ctx, params }) => {
      await service.openTicket(ctx, params.attendeeShortId);
      return undefined;
    },
    // Many new holders may share one address, and each is counted once only.
    { limits: [limits.ticketOpened] },
  );
}
