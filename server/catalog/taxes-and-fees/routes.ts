import * as endpoints from '@entrada/contract/catalog/taxes-and-fees';
import { type Api, route } from '../../platform/http/route.ts';
import * as charges from './service.ts';

export function taxRoutes(api: Api): void {
  route(api, endpoints.listTaxesAndFees, async ({ ctx, query }) => charges.listTaxesAndFees(ctx, query));
  route(api, endpoints.getTaxOrFee, async ({ ctx, params }) => ({
    data: await charges.getTaxOrFee(ctx, params.taxOrFeeId),
  }));
  route(api, endpoints.createTaxOrFee, async ({ ctx, body }) => ({
    data: await charges.createTaxOrFee(ctx, body),
  }));
  route(api, endpoints.updateTaxOrFee, async ({ ctx, params, body }) => ({
    data: await charges.updateTaxOrFee(ctx, params.taxOrFeeId, body),
  }));
  route(api, endpoints.deleteTaxOrFee, async ({ ctx, params }) => {
    await charges.deleteTaxOrFee(ctx, params.taxOrFeeId);
    return undefined;
  });
  route(api, endpoints.changeTaxesAndFees, async ({ ctx, query, body }) => ({
    data: await charges.changeTaxesAndFees(ctx, { query, ...body }),
  }));
}
