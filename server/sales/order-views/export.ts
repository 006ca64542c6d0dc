import { minorToDecimalString } from '@entrada/contract/money';
import { brandName } from '@entrada/contract/sales/card-brands';
import { orderListRules } from '@entrada/contract/sales/orders';
import type { ExportWords } from '@entrada/documents/types';
import { requireEvent } from '../../catalog/events/service.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import type { CsvColumn } from '../../platform/lists/csv.ts';
import { type CsvFile, exportChosen } from '../../platform/lists/export.ts';
import { localTimes, readSelection } from '../../platform/lists/selection.ts';
import { answerColumns, withAnswers } from '../attendees/answer-columns.ts';
import { findOrderRows, orderSource } from '../orders/list-queries.ts';
import { ticketTitle } from './core/document-facts.ts';
import { invoiceNumber } from './core/invoices.ts';
import { taxSum } from './core/taxes-and-fees.ts';
import { findOrderFacts, findSoldTaxes, type OrderFacts } from './export-queries.ts';

/** Orders with all that the file says about them, in the order of the ids. */
async function findExported(ctx: Ctx, scope: AccountScope, ids: number[]) {
  const found = await findOrderRows(ctx.db, scope, ids);
  const facts = await findOrderFacts(ctx.db, scope, ids);
  const rows = found.flatMap((row) => {
    const more = facts.get(row.id);
    return more ? [{ ...row, ...more, orderId: row.id }] : [];
  });
  return withAnswers(ctx.db, scope, { rows, isAttendee: false });
}

type Row = Awaited<ReturnType<typeof findExported>>[number];

/** How the money came. Nothing while it has not come. */
function paymentMethod(
  row: Pick<OrderFacts, 'status' | 'provider' | 'cardBrand' | 'offlineDueAt'> & { total: number },
  { word }: ExportWords,
): string {
  if (row.provider === 'test_bank') return word('testBank');
  if (row.provider !== null) return row.cardBrand ? brandName(row.cardBrand) : word('card');
  if (row.offlineDueAt) return word('withoutCard');
  return row.status === 'completed' && row.total === 0 ? word('free') : '';
}

/**
 * Streams orders of an event as CSV, in the order of the list: the named ones, or all that the query finds. Headers and
 * words are in the reader's language. Amounts are decimals of their currency, times in the event's time zone. Each tax
 * has a column. Records who exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function ordersCsv(ctx: Ctx, eventId: number, raw: Record<string, unknown>): Promise<CsvFile> {
  const selection = readSelection(orderListRules, raw);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word } = words;
  const localTime = localTimes(timezone);
  const amount = (minor: (row: Row) => number) => (row: Row) =>
    minorToDecimalString(minor(row), row.currency);
  const taxes = await findSoldTaxes(ctx.db, scope, eventId);
  const columns: CsvColumn<Row>[] = [
    { header: word('order'), value: (row) => row.reference },
    { header: word('firstName'), value: (row) => row.firstName },
    { header: word('lastName'), value: (row) => row.lastName },
    { header: word('email'), value: (row) => row.email },
    { header: word('status'), value: (row) => word(row.badge) },
    { header: word('number'), value: (row) => row.ticketCount },
    {
      header: word('tickets'),
      value: ({ items }) =>
        items
          .map(
            ({ quantity, name, label }) =>
              `${quantity} × ${ticketTitle({ ticketName: name, priceLabel: label }, ctx.locale)}`,
          )
          .join('; '),
    },
    { header: word('subtotal'), value: amount((row) => row.subtotal) },
    { header: word('discount'), value: amount((row) => row.discount) },
    { header: word('fees'), value: amount((row) => row.fees) },
    ...taxes.map((tax) => ({
      header: words.tax(tax),
      value: amount((row) => taxSum(row.items, tax)),
    })),
    { header: word('total'), value: amount((row) => row.total) },
    { header: word('refunded'), value: amount((row) => row.refunded) },
    { header: word('lostToDisputes'), value: amount((row) => row.lostToDisputes) },
    { header: word('kept'), value: amount((row) => row.total - row.refunded - row.lostToDisputes) },
    { header: word('currency'), value: (row) => row.currency },
    { header: word('paymentMethod'), value: (row) => paymentMethod(row, words) },
    { header: word('promoCode'), value: (row) => row.promoCode },
    { header: word('affiliate'), value: (row) => row.affiliate },
    { header: word('language'), value: (row) => words.language(row.locale) },
    {
      header: word('invoice'),
      value: ({ invoicePrefix: prefix, invoiceNumber: number }) =>
        prefix === null || number === null ? null : invoiceNumber(prefix, number),
    },
    { header: `${word('bought')} (${timezone})`, value: (row) => localTime(new Date(row.createdAt)) },
    ...(await answerColumns<Row>(ctx.db, scope, { eventId, of: ['order'], words })),
  ];
  return exportChosen(ctx, {
    eventId,
    source: orderSource(scope, eventId),
    selection,
    action: 'orders.exported',
    columns,
    find: (ids) => findExported(ctx, scope, ids),
    filename: `${slug}-orders.csv`,
  });
}
