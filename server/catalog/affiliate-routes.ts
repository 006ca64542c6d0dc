import * as endpoints from '@entrada/contract/affiliates';
import { COOKIES } from '@entrada/contract/constants';
import { pathId } from '@entrada/contract/fields';
import { listQuery } from '@entrada/contract/list';
import { minorToDecimalString } from '@entrada/contract/money';
import { z } from 'zod';
import { CSV, type CsvColumn, csvStream } from '../platform/csv.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../platform/http/limits.ts';
import { type Api, download, route } from '../platform/http/route.ts';
import * as affiliates from './affiliate-service.ts';

const columns = (currency: string): CsvColumn<endpoints.Affiliate>[] => [
  { header: 'Name', value: (one) => one.name },
  { header: 'Code', value: (one) => one.code },
  { header: 'Email', value: (one) => one.email },
  { header: 'Status', value: (one) => one.status },
  { header: 'Clicks', value: (one) => one.clicks },
  { header: 'Orders', value: (one) => one.orders },
  { header: `Gross less refunds (${currency})`, value: (one) => minorToDecimalString(one.gross, currency) },
  { header: 'Created at', value: (one) => one.createdAt },
];

export function affiliateRoutes(api: Api): void {
  route(api, endpoints.listAffiliates, ({ ctx, params, query }) =>
    affiliates.listAffiliates(ctx, params.eventId, query),
  );
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
  download(
    api,
    {
      path: endpoints.affiliatesCsvPath(':eventId'),
      access: 'affiliates.read',
      params: z.object({ eventId: pathId }),
      query: listQuery(endpoints.affiliateListRules),
    },
    async ({ ctx, params, query }) => {
      const { currency, pages } = await affiliates.exportAffiliates(ctx, params.eventId, query);
      return { contentType: CSV, body: csvStream(columns(currency), pages), filename: 'affiliates.csv' };
    },
  );
  route(
    api,
    endpoints.openAffiliateLink,
    async ({ ctx, params, body, request, reply }) => {
      const remembered = await affiliates.openLink(ctx, {
        eventId: params.eventId,
        code: body.code,
        cookie: request.cookies[COOKIES.affiliates],
        mayCount: async () =>
          (await api.limiters.count(LIMITS_BY_PURPOSE.affiliateClick, addressKey(request))).over === 0,
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
