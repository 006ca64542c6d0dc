import type { AccountReportFile } from '@entrada/contract/insight/reports/files';
import type { ExportWords } from '@entrada/documents/types';
import type { Ctx } from '../../../platform/context.ts';
import { getAccountCodes, getAccountSources } from '../origins.ts';
import { findReasons } from '../returned-queries.ts';
import { getAccountPayouts } from '../returns.ts';
import { getAccountSales } from '../sales.ts';
import { accountSpan, type Days } from '../span.ts';
import { getAccountTaxes } from '../taxes.ts';
import { codeTable, dayTable, payoutTable, refundTable, sourceTable, taxTable } from './shared.ts';
import { lineColumns, plain, type Table, tableOf } from './tables.ts';

type Make = (ctx: Ctx, days: Days, words: ExportWords) => Promise<Table>;

const ALL = Number.POSITIVE_INFINITY;

/** What makes each file over the account. Each row names its currency. All throw VALIDATION_FAILED as their reports do. */
export const ACCOUNT_FILES: Record<AccountReportFile, Make> = {
  days: async (ctx, days, words) => dayTable(words, (await getAccountSales(ctx, days)).currencies),
  events: async (ctx, days, words) => {
    const { currencies } = await getAccountSales(ctx, days, ALL);
    const rows = currencies.flatMap(({ currency, events }) =>
      events.map((event) => ({ ...event, currency })),
    );
    type Row = (typeof rows)[number];
    return tableOf<Row>(
      words.word('events'),
      [
        plain(words, 'event', ({ title }) => title),
        plain(words, 'orders', ({ orders }) => orders),
        plain(words, 'unitsSold', ({ sold }) => sold),
        plain(words, 'cancelledTickets', ({ cancelled }) => cancelled),
        ...lineColumns<Row>(words),
      ],
      rows,
    );
  },
  'promo-codes': async (ctx, days, words) =>
    codeTable(words, (await getAccountCodes(ctx, days, ALL)).currencies),
  sources: async (ctx, days, words) =>
    sourceTable(words, (await getAccountSources(ctx, days, ALL)).currencies),
  taxes: async (ctx, days, words) => taxTable(words, (await getAccountTaxes(ctx, days)).currencies),
  refunds: async (ctx, days, words) =>
    refundTable(words, await findReasons(ctx.db, await accountSpan(ctx, days))),
  payouts: async (ctx, days, words) => payoutTable(words, (await getAccountPayouts(ctx, days)).currencies),
};
