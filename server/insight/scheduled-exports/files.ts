import { affiliateListRules } from '@entrada/contract/catalog/affiliates';
import { promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import type { ListRules } from '@entrada/contract/list';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import type { ExportName } from '@entrada/contract/sales/exports';
import { orderListRules } from '@entrada/contract/sales/orders';
import { affiliatesFile } from '../../catalog/affiliates/export.ts';
import { promoCodesFile } from '../../catalog/promo-codes/export.ts';
import { checkInsFile } from '../../door/check-in-lists/export.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ExportAsked, RowsFile } from '../../platform/lists/export.ts';
import { answersFile, attendeesFile } from '../../sales/attendees/export.ts';
import { orderLinesFile } from '../../sales/order-views/exports/lines.ts';
import { ordersFile } from '../../sales/order-views/exports/orders.ts';
import { refundsFile } from '../../sales/order-views/exports/refunds.ts';

/** Each file: what makes it, and the list whose query it takes. */
export const FILES: Record<
  ExportName,
  { make: (ctx: Ctx, asked: ExportAsked) => Promise<RowsFile>; rules: ListRules }
> = {
  orders: { make: ordersFile, rules: orderListRules },
  'order-lines': { make: orderLinesFile, rules: orderListRules },
  refunds: { make: refundsFile, rules: orderListRules },
  attendees: { make: attendeesFile, rules: attendeeListRules },
  answers: { make: answersFile, rules: attendeeListRules },
  'check-ins': { make: checkInsFile, rules: attendeeListRules },
  'promo-codes': { make: promoCodesFile, rules: promoCodeListRules },
  affiliates: { make: affiliatesFile, rules: affiliateListRules },
};
