import * as endpoints from '@entrada/contract/catalog/promo-codes';
import { exportRoute } from '../../platform/http/export-route.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { promoCodesFile } from './export.ts';
import * as promoCodes from './service.ts';

export function promoCodeRoutes(api: Api): void {
  route(api, endpoints.listPromoCodes, ({ ctx, params, query }) =>
    promoCodes.listPromoCodes(ctx, params.eventId, query),
  );
  route(api, endpoints.getPromoCode, async ({ ctx, params }) => ({
    data: await promoCodes.getPromoCode(ctx, params),
  }));
  route(api, endpoints.createPromoCode, async ({ ctx, params, body }) => ({
    data: await promoCodes.createPromoCode(ctx, params.eventId, body),
  }));
  route(api, endpoints.updatePromoCode, async ({ ctx, params, body }) => ({
    data: await promoCodes.updatePromoCode(ctx, params, body),
  }));
  route(api, endpoints.deletePromoCode, async ({ ctx, params }) => {
    await promoCodes.deletePromoCode(ctx, params);
    return undefined;
  });
  route(api, endpoints.generatePromoCodes, async ({ ctx, params, body }) => ({
    data: await promoCodes.generatePromoCodes(ctx, params.eventId, body),
  }));
  route(api, endpoints.switchPromoCodes, async ({ ctx, params, query, body }) => ({
    data: await promoCodes.switchPromoCodes(ctx, params.eventId, { query, ...body }),
  }));
  exportRoute(api, { name: 'exportPromoCodes', what: 'promo-codes' }, promoCodesFile);
}
