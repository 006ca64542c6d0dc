import { type Affiliate, affiliateListRules } from '@entrada/contract/catalog/affiliates';
import type { Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import type { Column } from '../../platform/lists/columns.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../platform/lists/export.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { clockColumns, currencyColumns } from '../../platform/lists/value-columns.ts';
import { requireEvent } from '../events/service.ts';
import * as queries from './queries.ts';
import { toAffiliate } from './service.ts';

/**
 * Streams affiliates of an event as a file, in the order of the list: the named ones, or all that the query finds. Headers
 * and words are in the reader's language, times in the event's time zone. Records who exported them. Throws NOT_FOUND,
 * VALIDATION_FAILED.
 */
export async function affiliatesFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(affiliateListRules, query);
  const { scope, currency, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word } = words;
  const columns: Column<Affiliate>[] = [
    { header: word('name'), value: (one) => one.name },
    { header: word('code'), value: (one) => one.code },
    { header: word('email'), value: (one) => one.email },
    { header: word('status'), value: (one) => word(one.status === 'active' ? 'active' : 'disabled') },
    { header: word('clicks'), value: (one) => one.clicks },
    { header: word('orders'), value: (one) => one.orders },
    currencyColumns(words, currency)('sales', (one) => one.gross),
    clockColumns(words, timezone)('created', (one) => new Date(one.createdAt)),
  ];
  return exportChosen(ctx, {
    eventId,
    format,
    source: queries.affiliateSource(scope, eventId),
    selection,
    action: 'affiliates.exported',
    columns,
    find: async (ids) =>
      inOrderOf(ids, await queries.findAffiliates(ctx.db, scope, eventId, ids)).map(toAffiliate),
    filename: 'affiliates',
    title: word('affiliates'),
  });
}
