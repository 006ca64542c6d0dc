import * as endpoints from '@entrada/contract/sales/event-changes/endpoints';
import { type Api, route } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { listChanges, planChange } from './reading.ts';
import { refundAgain } from './refund-again.ts';
import { callOff, moveTo, undoChange } from './service.ts';

export function eventChangeRoutes(api: Api, { provider }: Resources): void {
  route(api, endpoints.planEventChange, async ({ ctx, params }) => ({
    data: await planChange(ctx, provider, params.eventId),
  }));
  route(api, endpoints.listEventChanges, async ({ ctx, params }) => ({
    data: await listChanges(ctx, params.eventId),
  }));
  route(
    api,
    endpoints.callOffEvent,
    async ({ ctx, params, body, idempotencyKey: key, requestHash: hash }) => ({
      data: await callOff(ctx, provider, { ...params, wish: body, key, hash }),
    }),
  );
  route(api, endpoints.moveEvent, async ({ ctx, params, body, idempotencyKey: key, requestHash: hash }) => ({
    data: await moveTo(ctx, { ...params, wish: body, key, hash }),
  }));
  route(api, endpoints.undoEventChange, async ({ ctx, params }) => ({ data: await undoChange(ctx, params) }));
  route(api, endpoints.refundEventAgain, async ({ ctx, params }) => ({
    data: await refundAgain(ctx, params),
  }));
}
