import { pathId } from '@entrada/contract/fields';
import { listQuery } from '@entrada/contract/list';
import { minorToDecimalString } from '@entrada/contract/money';
import * as endpoints from '@entrada/contract/promo-codes';
import { z } from 'zod';
import { CSV, type CsvColumn, csvStream } from '../platform/csv.ts';
import { type Api, download, route } from '../platform/http/route.ts';
import * as promoCodes from './promo-code-service.ts';

/** For machines and spreadsheets, whoever reads them: the same words in every language. */
const columns = (currency: string): CsvColumn<endpoints.PromoCode>[] => [
  { header: 'Code', value: (one) => one.code },
  { header: 'Discount type', value: (one) => one.discountType },
  { header: 'Percentage', value: (one) => one.percentage },
  {
    header: `Amount per ticket (${currency})`,
    value: (one) => (one.amount === null ? null : minorToDecimalString(one.amount, currency)),
  },
  {
    header: 'Tickets',
    value: (one) => (one.allTickets ? 'All' : one.tickets.map(({ name }) => name).join('; ')),
  },
  { header: 'Usage limit', value: (one) => one.usageLimit },
  { header: 'Used', value: (one) => one.used },
  { header: 'Expires at', value: (one) => one.expiresAt },
  { header: 'State', value: (one) => one.state },
  { header: 'Created at', value: (one) => one.createdAt },
];

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
    data: { ids: await promoCodes.switchPromoCodes(ctx, params.eventId, { query, ...body }) },
  }));
  download(
    api,
    {
      path: endpoints.promoCodesCsvPath(':eventId'),
      access: 'promo-codes.read',
      params: z.object({ eventId: pathId }),
      query: listQuery(endpoints.promoCodeListRules),
    },
    async ({ ctx, params, query }) => {
      const { currency, pages } = await promoCodes.exportPromoCodes(ctx, params.eventId, query);
      return { contentType: CSV, body: csvStream(columns(currency), pages), filename: 'promo-codes.csv' };
    },
  );
}
