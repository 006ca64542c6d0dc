import * as endpoints from '@entrada/contract/catalog/affiliates';
import { COOKIES } from '@entrada/contract/constants';
import { exportRoute } from '../../platform/http/export-route.ts';
import { notedKey } from '../../platform/http/idempotency.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { affiliatesFile } from './export.ts';
import * as affiliates from './service.ts';

export function affiliateRoutes(api: Api): void {
  route(api, endpoints.listAffiliates, ({ ctx, params, query }) =>
    affiliates.listAffiliates(ctx, params.eventId, query),
  );
  route(api, endpoints.suggestAffiliateCode, async ({ ctx, params, query }) => ({
    data: await affiliates.suggestCode(ctx, params.eventId, query.name),
  }));
  route(api, endpoints.getAffiliate, async ({ ctx, params }) => ({
    data: await affiliates.getAffiliate(ctx, params),
  }));
  route(api, endpoints.createAffiliate, async ({ ctx, params, body }) => ({
    data: await affiliates.createAffiliate(ctx, params.eventId, body),
  }));
  route(api, endpoints.updateAffiliate, async ({ ctx, params, body }) => ({
    data: await affiliates.updateAffiliate(ctx, params, body),
  }));
  route(api, endpoints.deleteAffiliate, async ({ ctx, params }) => {
    await affiliates.deleteAffiliate(ctx, params);
    return undefined;
  });
  route(api, endpoints.changeAffiliates, async ({ ctx, params, query, body }) => ({
    data: await affiliates.changeAffiliates(ctx, params.eventId, { query, ...body }),
  }));
  exportRoute(api, { name: 'exportAffiliates', what: 'affiliates' }, affiliatesFile);
  route(
    api,
    endpoints.openAffiliateLink,
    async (call) => {
      const { ctx, params, body, request, reply } = call;
      const remembered = await affiliates.openLink(ctx, {
        eventId: params.eventId,
        code: body.code,
        key: notedKey(`affiliate click ${params.eventId}`, call),
        cookie: request.cookies[COOKIES.affiliates],
        mayCount: () => api.limiters.count(LIMITS_BY_PURPOSE.affiliateClick, addressKey(request)).over === 0,
      });
      if (remembered !== null) {
        reply.setCookie(COOKIES.affiliates, remembered, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: api.config.baseUrl.startsWith('https://'),
          maxAge: endpoints.AFFILIATE_DAYS * 86_400,
        });
      }
      return undefined;
    },
    { limits: [LIMITS_BY_PURPOSE.affiliateHard] },
  );
}
