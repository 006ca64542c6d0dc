import * as endpoints from '@entrada/contract/sales/guests/add';
import { type Api, route } from '../../platform/http/route.ts';
import { addGuests } from './service.ts';

export function guestRoutes(api: Api): void {
  route(api, endpoints.addGuests, async ({ ctx, params, body, idempotencyKey, requestHash }) => ({
    data: await addGuests(ctx, { ...params, wish: body, key: idempotencyKey, hash: requestHash }),
  }));
}
