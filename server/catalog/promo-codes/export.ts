import { type PromoCode, promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import { shortRate } from '@entrada/contract/rates';
import { oneAfterAnother } from '@entrada/contract/words/side-by-side';
import type { ExportWord } from '@entrada/documents/types';
import type { Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import type { Column } from '../../platform/lists/columns.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../platform/lists/export.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { clockColumns, currencyColumns } from '../../platform/lists/value-columns.ts';
import { requireEvent } from '../events/service.ts';
import * as queries from './queries.ts';
import { toPromoCode } from './service.ts';

const STATES: Record<PromoCode['state'], ExportWord> = {
  active: 'active',
  used_up: 'usedUp',
  expired: 'expired',
  disabled: 'disabled',
};

const DISCOUNTS: Record<PromoCode['discountType'], ExportWord> = {
  none: 'noDiscount',
  percentage: 'percentage',
  fixed: 'fixed',
};

/**
 * Streams promo codes of an event as a file, in the order of the list: the named ones, or all that the query finds.
 * Headers and words are in the reader's language, times in the event's time zone. Records who exported them. Throws
 * NOT_FOUND, VALIDATION_FAILED.
 */
export async function promoCodesFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(promoCodeListRules, query);
  const { scope, currency, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word, locale } = words;
  const timeColumn = clockColumns(words, timezone);
  const columns: Column<PromoCode>[] = [
    { header: word('code'), value: (one) => one.code },
    { header: word('discountType'), value: (one) => word(DISCOUNTS[one.discountType]) },
    {
      header: word('percentage'),
      as: 'decimal',
      value: ({ percentage }) => percentage && shortRate(percentage),
    },
    currencyColumns(words, currency)('amountPerTicket', (one) => one.amount),
    {
      header: word('tickets'),
      value: (one) =>
        one.allTickets
          ? word('allTickets')
          : oneAfterAnother(
              one.tickets.map(({ name }) => name),
              locale,
            ),
    },
    { header: word('usageLimit'), value: (one) => one.usageLimit },
    { header: word('used'), value: (one) => one.used },
    timeColumn('expires', ({ expiresAt }) => (expiresAt === null ? null : new Date(expiresAt))),
    { header: word('status'), value: (one) => word(STATES[one.state]) },
    timeColumn('created', (one) => new Date(one.createdAt)),
  ];
  return exportChosen(ctx, {
    eventId,
    format,
    source: queries.promoCodeSource(scope, eventId),
    selection,
    action: 'promo_codes.exported',
    columns,
    find: async (ids) =>
      inOrderOf(ids, await queries.findPromoCodes(ctx.db, scope, eventId, ids)).map(toPromoCode),
    filename: 'promo-codes',
    title: word('promoCodes'),
  });
}
