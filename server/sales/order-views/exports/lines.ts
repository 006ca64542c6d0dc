import { orderListRules } from '@entrada/contract/sales/orders';
import type { ExportWord } from '@entrada/documents/types';
import { requireEvent } from '../../../catalog/events/service.ts';
import type { Ctx } from '../../../platform/context.ts';
import { exportWords } from '../../../platform/documents/export-words.ts';
import type { Column } from '../../../platform/lists/columns.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../../platform/lists/export.ts';
import { readSelection } from '../../../platform/lists/selection.ts';
import { orderSource } from '../../orders/list-queries.ts';
import {
  buyerColumns,
  chargeColumns,
  findExportedOrders,
  invoiceColumn,
  methodColumn,
  moneyColumn,
  orderTimes,
  originColumns,
} from './columns.ts';
import { findLines, findSoldCharges } from './queries.ts';

/** What became of the difference of a line to which an attendee was moved; empty for a line that was sold. */
function adjustmentOf(
  {
    settlement,
    settledAt,
    waivedAt,
  }: { settlement: string | null; settledAt: Date | null; waivedAt: Date | null },
  word: (word: ExportWord) => string,
): string {
  if (settlement === null) return '';
  if (settlement === 'none') return word('moved');
  if (settlement === 'waived' || waivedAt) return word('differenceWaived');
  if (settlement === 'given_back') return word('differenceGivenBack');
  return word(settledAt === null ? 'differenceOwed' : 'differencePaid');
}

/**
 * Streams the lines of orders as a file: one row for each ticket type of an order, in the order of the list. Amounts are
 * for all tickets of the line, but for the price of one. A move is a line with its difference. Each fee and tax has a
 * column. Records who exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function orderLinesFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(orderListRules, query);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const find = async (ids: number[]) => {
    const orders = await findExportedOrders(ctx, scope, ids);
    const lines = Map.groupBy(await findLines(ctx.db, scope, ids), ({ orderId }) => orderId);
    return orders.flatMap((order) => (lines.get(order.id) ?? []).map((line) => ({ ...order, line })));
  };
  type Row = Awaited<ReturnType<typeof find>>[number];
  const words = await exportWords(ctx);
  const { word } = words;
  const charges = await findSoldCharges(ctx.db, scope, eventId);
  const ofCharges = chargeColumns<Row>(charges, words, ({ line }) => [line]);
  const ofLine = (header: string, unit: (line: Row['line']) => number) =>
    moneyColumn<Row>(header, ({ line }) => unit(line) * line.quantity);
  const columns: Column<Row>[] = [
    ...buyerColumns<Row>(words),
    { header: word('status'), value: (row) => word(row.badge) },
    { header: word('ticket'), value: ({ line }) => line.ticketName },
    { header: word('priceTier'), value: ({ line }) => line.priceLabel },
    { header: word('number'), value: ({ line }) => line.quantity },
    { header: word('cancelledTickets'), value: ({ line }) => line.cancelled },
    { header: word('adjustment'), value: ({ line }) => adjustmentOf(line, word) },
    moneyColumn(word('price'), ({ line }) => line.list),
    ofLine(word('subtotal'), (line) => line.list),
    ofLine(word('discount'), (line) => line.discount),
    ofLine(word('fees'), (line) => line.fees),
    ...ofCharges('fee'),
    ofLine(word('net'), (line) => line.total - line.taxes),
    ...ofCharges('tax'),
    ofLine(word('total'), (line) => line.total),
    { header: word('currency'), value: (row) => row.currency },
    methodColumn(words),
    ...originColumns<Row>(words),
    invoiceColumn(words),
    ...orderTimes<Row>(words, timezone),
  ];
  return exportChosen(ctx, {
    eventId,
    format,
    source: orderSource(scope, eventId),
    selection,
    action: 'order_lines.exported',
    columns,
    find,
    filename: `${slug}-order-lines`,
    title: word('orderLines'),
  });
}
