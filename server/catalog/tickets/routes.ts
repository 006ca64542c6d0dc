import * as endpoints from '@entrada/contract/catalog/tickets';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { changeTickets } from './bulk-service.ts';
import { duplicateTicket } from './copy-service.ts';
import { deleteTicket } from './deletion.ts';
import { sortTickets } from './order-service.ts';
import { getTicket, listTickets, listTicketTaxes } from './reading.ts';
import { createTicket, updateTicket } from './service.ts';

export function ticketRoutes(api: Api, { provider }: Resources): void {
  route(api, endpoints.listTickets, async ({ ctx, params, query }) =>
    listTickets(ctx, params.eventId, query),
  );
  route(api, endpoints.listTicketTaxes, async ({ ctx, params }) => ({
    data: await listTicketTaxes(ctx, params.eventId),
  }));
  route(api, endpoints.getTicket, async ({ ctx, params }) => ({
    data: await getTicket(ctx, params.eventId, params.ticketId),
  }));
  route(api, endpoints.createTicket, async ({ ctx, params, body }) => ({
    data: await createTicket(ctx, provider, params.eventId, body),
  }));
  route(api, endpoints.updateTicket, async ({ ctx, params, body }) => ({
    data: await updateTicket(ctx, provider, params, body),
  }));
  route(api, endpoints.deleteTicket, async ({ ctx, params }) => {
    await deleteTicket(ctx, params.eventId, params.ticketId);
    return undefined;
  });
  route(api, endpoints.duplicateTicket, async ({ ctx, params, body }) => ({
    data: await duplicateTicket(ctx, params, body.name),
  }));
  route(api, endpoints.sortTickets, async ({ ctx, params, body }) => {
    await sortTickets(ctx, params.eventId, body.ticketIds);
    return undefined;
  });
  route(api, endpoints.changeTickets, async ({ ctx, params, query, body }) => ({
    data: await changeTickets(ctx, params.eventId, { query, ...body }),
  }));
}
