import * as endpoints from '@entrada/contract/catalog/taxes-and-fees';
import { type Api, route } from '../../platform/http/route.ts';
import * as taxesAndFees from './service.ts';

export function taxOrFeeRoutes(api: Api): void {
  route(api, endpoints.listTaxesAndFees, async ({ ctx, query }) => taxesAndFees.listTaxesAndFees(ctx, query));
  route(api, endpoints.getTaxOrFee, async ({ ctx, params }) => ({
    data: await taxesAndFees.getTaxOrFee(ctx, params.taxOrFeeId),
  }));
  route(api, endpoints.createTaxOrFee, async ({ ctx, body }) => ({
    data: await taxesAndFees.createTaxOrFee(ctx, body),
  }));
  route(api, endpoints.updateTaxOrFee, async ({ ctx, params, body }) => ({
    data: await taxesAndFees.updateTaxOrFee(ctx, params.taxOrFeeId, body),
  }));
  route(api, endpoints.deleteTaxOrFee, async ({ ctx, params }) => {
    await taxesAndFees.deleteTaxOrFee(ctx, params.taxOrFeeId);
    return undefined;
  });
  route(api, endpoints.changeTaxesAndFees, async ({ ctx, query, body }) => ({
    data: await taxesAndFees.changeTaxesAndFees(ctx, { query, ...body }),
  }));
}
