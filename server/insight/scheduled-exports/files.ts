import { affiliateListRules } from '@entrada/contract/catalog/affiliates';
import { promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import { insideFileRules } from '@entrada/contract/door/inside';
import { scanLogRules } from '@entrada/contract/door/scan-log';
import type { ListRules } from '@entrada/contract/list';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import type { ExportName } from '@entrada/contract/sales/exports';
import { orderListRules } from '@entrada/contract/sales/orders';
import { affiliatesFile } from '../../catalog/affiliates/export.ts';
import { affiliateSource } from '../../catalog/affiliates/queries.ts';
import { promoCodesFile } from '../../catalog/promo-codes/export.ts';
import { promoCodeSource } from '../../catalog/promo-codes/queries.ts';
import { checkInsFile } from '../../door/check-in-lists/export.ts';
import { peopleInsideFile } from '../../door/inside/export.ts';
import { insideSource } from '../../door/inside/queries.ts';
import { scansFile } from '../../door/scan-log/export.ts';
import { scanSource } from '../../door/scan-log/queries.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import type { ExportAsked, RowsFile } from '../../platform/lists/export.ts';
import type { ListSource } from '../../platform/lists/page.ts';
import { answersFile, attendeesFile } from '../../sales/attendees/export.ts';
import { attendeeSource } from '../../sales/attendees/queries.ts';
import { orderLinesFile } from '../../sales/order-views/exports/lines.ts';
import { ordersFile } from '../../sales/order-views/exports/orders.ts';
import { refundsFile } from '../../sales/order-views/exports/refunds.ts';
import { orderSource } from '../../sales/orders/list-queries.ts';

/** Each file: what makes it, and the list whose query it takes, with its rules and its filters. */
export const FILES: Record<
  ExportName,
  {
    make: (ctx: Ctx, asked: ExportAsked) => Promise<RowsFile>;
    rules: ListRules;
    source: (scope: AccountScope, eventId: number) => ListSource;
  }
> = {
  orders: { make: ordersFile, rules: orderListRules, source: orderSource },
  'order-lines': { make: orderLinesFile, rules: orderListRules, source: orderSource },
  refunds: { make: refundsFile, rules: orderListRules, source: orderSource },
  attendees: { make: attendeesFile, rules: attendeeListRules, source: attendeeSource },
  answers: { make: answersFile, rules: attendeeListRules, source: attendeeSource },
  'check-ins': { make: checkInsFile, rules: attendeeListRules, source: attendeeSource },
  scans: { make: scansFile, rules: scanLogRules, source: scanSource },
  'people-inside': { make: peopleInsideFile, rules: insideFileRules, source: insideSource },
  'promo-codes': { make: promoCodesFile, rules: promoCodeListRules, source: promoCodeSource },
  affiliates: { make: affiliatesFile, rules: affiliateListRules, source: affiliateSource },
};
