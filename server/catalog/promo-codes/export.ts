import { type PromoCode, promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import { minorToDecimalString } from '@entrada/contract/money';
import type { Ctx } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/lists/csv.ts';
import { type CsvFile, exportChosen } from '../../platform/lists/export.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { requireEvent } from '../events/service.ts';
import * as queries from './queries.ts';
import { toPromoCode } from './service.ts';

/** Machines and spreadsheets read these words, so they are the same in every language. */
const columns = (currency: string): CsvColumn<PromoCode>[] => [
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

/**
 * Streams promo codes of an event as CSV, in the order of the list: the named ones, or all that the query finds.
 * Records who exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function promoCodesCsv(
  ctx: Ctx,
  eventId: number,
  raw: Record<string, unknown>,
): Promise<CsvFile> {
  const selection = readSelection(promoCodeListRules, raw);
  const { scope, currency } = await requireEvent(ctx, eventId);
  return exportChosen(ctx, {
    eventId,
    source: queries.promoCodeSource(scope, eventId),
    selection,
    action: 'promo_codes.exported',
    columns: columns(currency),
    find: async (ids) =>
      inOrderOf(ids, await queries.findPromoCodes(ctx.db, scope, eventId, ids)).map(toPromoCode),
    filename: 'promo-codes.csv',
  });
}
