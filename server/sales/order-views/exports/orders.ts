import { orderListRules } from '@entrada/contract/sales/orders';
import { oneAfterAnother } from '@entrada/contract/words/side-by-side';
import { requireEvent } from '../../../catalog/events/service.ts';
import type { Ctx } from '../../../platform/context.ts';
import { exportWords } from '../../../platform/documents/export-words.ts';
import type { Column } from '../../../platform/lists/columns.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../../platform/lists/export.ts';
import { readSelection } from '../../../platform/lists/selection.ts';
import { answerColumns } from '../../attendees/answer-columns.ts';
import { ticketTitle } from '../../orders/core/lines.ts';
import { orderSource } from '../../orders/list-queries.ts';
import {
  buyerColumns,
  chargeColumns,
  creditNoteColumn,
  findExportedOrders,
  invoiceColumn,
  methodColumn,
  moneyColumn,
  orderTimes,
  originColumns,
  paidOf,
} from './columns.ts';
import { findSoldCharges } from './queries.ts';

/**
 * Streams orders of an event as a file, in the order of the list: the named ones, or all that the query finds. Headers and
 * words are in the reader's language. Amounts are decimals of their currency, times in the event's time zone. Each fee and
 * each tax has a column. Records who exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function ordersFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(orderListRules, query);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word } = words;
  const answers = await answerColumns(ctx.db, scope, { eventId, of: ['order'], words });
  const find = async (ids: number[]) => answers.add(await findExportedOrders(ctx, scope, ids));
  type Row = Awaited<ReturnType<typeof find>>[number];
  const charges = await findSoldCharges(ctx.db, scope, eventId);
  const ofCharges = chargeColumns<Row>(charges, words, ({ items }) => items);
  const columns: Column<Row>[] = [
    ...buyerColumns<Row>(words),
    { header: word('status'), value: (row) => word(row.badge) },
    { header: word('number'), value: (row) => row.ticketCount },
    {
      header: word('tickets'),
      value: ({ items }) =>
        oneAfterAnother(
          items.map(
            ({ quantity, name, label }) =>
              `${quantity} × ${ticketTitle({ ticketName: name, priceLabel: label }, ctx.locale)}`,
          ),
          ctx.locale,
        ),
    },
    moneyColumn(word('subtotal'), (row) => row.subtotal),
    moneyColumn(word('discount'), (row) => row.discount),
    moneyColumn(word('fees'), (row) => row.fees),
    ...ofCharges('fee'),
    moneyColumn(word('net'), (row) => row.total - row.taxes),
    ...ofCharges('tax'),
    moneyColumn(word('total'), (row) => row.total),
    moneyColumn(word('adjustments'), (row) => row.adjusted),
    moneyColumn(word('paid'), paidOf),
    moneyColumn(word('refunded'), (row) => row.refunded),
    moneyColumn(word('lostToDisputes'), (row) => row.lostToDisputes),
    moneyColumn(word('kept'), (row) => row.total + row.adjusted - row.refunded - row.lostToDisputes),
    { header: word('currency'), value: (row) => row.currency },
    methodColumn(words),
    { header: word('paymentReference'), value: (row) => row.paymentReference },
    ...originColumns<Row>(words),
    invoiceColumn(words),
    creditNoteColumn(words, ({ creditNotes }) => creditNotes),
    ...orderTimes<Row>(words, timezone),
    ...answers.columns,
  ];
  return exportChosen(ctx, {
    eventId,
    format,
    source: orderSource(scope, eventId),
    selection,
    action: 'orders.exported',
    columns,
    find,
    filename: `${slug}-orders`,
    title: word('orders'),
  });
}
