import * as endpoints from '@entrada/contract/sales/bulk/jobs';
import type { PaymentProvider } from '../../payment-providers/port.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { startGuestJob, undoImport } from './guest-orders.ts';
import { previewRefunds } from './refund-preview.ts';
import { listJobs, listKept, resumeJob, startJob, stopJob, undoJob } from './service.ts';

export function bulkRoutes(api: Api, { provider }: { provider: PaymentProvider | null }): void {
  const bulk = { orders: endpoints.bulkOrders, attendees: endpoints.bulkAttendees };
  const preview = { orders: endpoints.previewOrderRefunds, attendees: endpoints.previewAttendeeRefunds };
  for (const noun of endpoints.BULK_NOUNS) {
    route(api, bulk[noun], async ({ ctx, params: { eventId }, query, body, ...call }) => {
      const { action: kind, ids, except, ...input } = body;
      const { idempotencyKey: key, requestHash: hash } = call;
      return {
        data: await startJob(ctx, { eventId, noun, kind, input, rows: { query, ids, except }, key, hash }),
      };
    });
    route(api, preview[noun], async ({ ctx, params: { eventId }, query, body }) => ({
      data: await previewRefunds(ctx, provider, { eventId, noun, rows: { query, ...body } }),
    }));
  }
  route(api, endpoints.bulkGuests, async ({ ctx, params: { eventId }, query, body, ...call }) => {
    const { action: kind, ids, except, ...input } = body;
    const { idempotencyKey: key, requestHash: hash } = call;
    return {
      data: await startGuestJob(ctx, { eventId, kind, input, rows: { query, ids, except }, key, hash }),
    };
  });
  route(api, endpoints.undoGuestImport, async ({ ctx, params, body, idempotencyKey, requestHash }) => ({
    data: await undoImport(ctx, { ...params, ...body, key: idempotencyKey, hash: requestHash }),
  }));
  route(api, endpoints.listBulkJobs, async ({ ctx, params }) => ({
    data: await listJobs(ctx, params.eventId),
  }));
  route(api, endpoints.listKeptRows, async ({ ctx, params }) => ({ data: await listKept(ctx, params) }));
  route(api, endpoints.stopBulkJob, async ({ ctx, params }) => ({ data: await stopJob(ctx, params) }));
  route(api, endpoints.resumeBulkJob, async ({ ctx, params }) => ({ data: await resumeJob(ctx, params) }));
  route(api, endpoints.undoBulkJob, async ({ ctx, params }) => ({ data: await undoJob(ctx, params) }));
}
