import { findTickets } from '@entrada/contract/sales/lost-tickets/find';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { askForTickets } from './service.ts';

/** The route by which people get the links of their tickets once more. */
export function lostTicketRoutes(api: Api): void {
  const limits = LIMITS_BY_PURPOSE;
  route(
    api,
    findTickets,
    async ({ ctx, body, spendSoftly }) => {
      await spendSoftly(limits.findTickets);
      await spendSoftly(limits.findTicketsTo, { key: body.email.toLowerCase() });
      await askForTickets(ctx, body.email);
      return undefined;
    },
    { limits: [limits.findTicketsHard], proof: 'find_tickets' },
  );
}
