import { addGuests as addEndpoint } from '@entrada/contract/sales/guests/add';
import * as lists from '@entrada/contract/sales/guests/list';
import { type Api, route } from '../../platform/http/route.ts';
import { countGuests, listGuests } from './list-service.ts';
import { addGuests } from './service.ts';

export function guestRoutes(api: Api): void {
  route(api, addEndpoint, async ({ ctx, params, body, idempotencyKey, requestHash }) => ({
    data: await addGuests(ctx, { ...params, wish: body, key: idempotencyKey, hash: requestHash }),
  }));
  route(api, lists.listGuestList, ({ ctx, params, query }) => listGuests(ctx, params.eventId, query));
  route(api, lists.countGuests, async ({ ctx, params }) => ({
    data: await countGuests(ctx, params.eventId),
  }));
}
