import { personName } from '@entrada/contract/accounts/person-name';
import { orderListRules } from '@entrada/contract/sales/orders';
import type { Refund } from '@entrada/contract/sales/refunds';
import { oneAfterAnother } from '@entrada/contract/words/side-by-side';
import type { ExportWord } from '@entrada/documents/types';
import { requireEvent } from '../../../catalog/events/service.ts';
import type { AccountScope, Ctx } from '../../../platform/context.ts';
import { exportWords } from '../../../platform/documents/export-words.ts';
import type { Column } from '../../../platform/lists/columns.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../../platform/lists/export.ts';
import { readSelection } from '../../../platform/lists/selection.ts';
import { clockColumns } from '../../../platform/lists/value-columns.ts';
import { chargeSum } from '../../invoices/core/taxes-and-fees.ts';
import { orderSource } from '../../orders/list-queries.ts';
import { givenOf } from '../core/refund-parts.ts';
import {
  buyerColumns,
  creditNoteColumn,
  findExportedOrders,
  invoiceColumn,
  methodName,
  moneyColumn,
} from './columns.ts';
import { type FoundRefund, givenBy, isOfSale, isSoldLine, type Line } from './given-back.ts';
import { findExportedRefunds, findLines, findSoldCharges, type SoldCharge } from './queries.ts';

const STATUSES: Record<Refund['status'], ExportWord> = {
  pending: 'REFUND_PENDING',
  succeeded: 'REFUNDED',
  failed: 'REFUND_FAILED',
};

const REASONS: Record<Refund['reason'], ExportWord> = {
  requested: 'refundRequested',
  late_payment: 'paidTooLate',
  duplicate: 'paidTwice',
  provider: 'refundedAtProvider',
  by_hand: 'refundedByHand',
};

/**
 * What each refund gives back of each tax: for a move its difference, for an invoiced order what its credit notes say, for
 * any other what they would say.
 */
function taxesOf(
  refunds: readonly FoundRefund[],
  sold: readonly Line[],
  taxes: readonly SoldCharge[],
): number[][] {
  const given = givenBy(refunds, sold);
  return refunds.map(({ movedCharges }, at) => {
    if (movedCharges) return taxes.map((tax) => -chargeSum([{ quantity: 1, charges: movedCharges }], tax));
    return taxes.map((tax) => givenOf(given[at] ?? [], tax));
  });
}

/** The refunds of some orders in the order of the list, each with its order and its part of each tax. */
async function findRefunds(ctx: Ctx, scope: AccountScope, ids: number[], taxes: readonly SoldCharge[]) {
  const found = Map.groupBy(await findExportedRefunds(ctx.db, scope, ids), ({ orderId }) => orderId);
  const refunded = ids.filter((id) => found.has(id));
  const lines = Map.groupBy(await findLines(ctx.db, scope, refunded), ({ orderId }) => orderId);
  const orders = await findExportedOrders(ctx, scope, refunded);
  return orders.flatMap((order) => {
    const refunds = found.get(order.id) ?? [];
    const ofOrder = (lines.get(order.id) ?? []).filter(isSoldLine);
    const ofSale = order.completedAt ? refunds.filter(isOfSale) : [];
    const shares = taxesOf(ofSale, ofOrder, taxes);
    const byId = new Map(ofSale.map(({ id }, at) => [id, shares[at] ?? []]));
    return refunds.map((refund) => ({ ...order, refund, taxesBack: byId.get(refund.id) ?? null }));
  });
}

/**
 * Streams the refunds of orders as a file, in the order of the list. Each tells what it gave back of each tax. A refund
 * that did not go through, or of money that was no sale, tells none. Records who exported them. Throws NOT_FOUND,
 * VALIDATION_FAILED.
 */
export async function refundsFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(orderListRules, query);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  type Row = Awaited<ReturnType<typeof findRefunds>>[number];
  const words = await exportWords(ctx);
  const { word } = words;
  const timeColumn = clockColumns(words, timezone);
  const taxes = (await findSoldCharges(ctx.db, scope, eventId)).filter(({ type }) => type === 'tax');
  const columns: Column<Row>[] = [
    ...buyerColumns<Row>(words),
    moneyColumn(word('refunded'), ({ refund }) => refund.amount),
    moneyColumn(word('net'), ({ refund, taxesBack }) =>
      taxesBack === null ? null : taxesBack.reduce((left, tax) => left - tax, refund.amount),
    ),
    ...taxes.map((tax, at) => moneyColumn<Row>(words.tax(tax), ({ taxesBack }) => taxesBack?.[at] ?? null)),
    { header: word('currency'), value: (row) => row.currency },
    { header: word('status'), value: ({ refund }) => word(STATUSES[refund.status]) },
    { header: word('reason'), value: ({ refund }) => word(REASONS[refund.reason]) },
    {
      header: word('paymentMethod'),
      value: ({ refund }) => methodName(refund, word) ?? word('withoutCard'),
    },
    { header: word('paymentReference'), value: ({ refund }) => refund.paymentReference },
    { header: word('refundReference'), value: ({ refund }) => refund.refundReference },
    { header: word('tickets'), value: ({ refund }) => oneAfterAnother(refund.tickets, words.locale) },
    invoiceColumn(words),
    creditNoteColumn(words, ({ refund }) => refund.creditNotes),
    { header: word('note'), value: ({ refund }) => refund.note },
    {
      header: word('madeBy'),
      value: ({ refund: { firstName, lastName } }) =>
        firstName === null ? null : personName({ firstName, lastName: lastName ?? '' }),
    },
    timeColumn('created', ({ refund }) => refund.createdAt),
    timeColumn('refundedOn', ({ refund }) => (refund.status === 'succeeded' ? refund.settledAt : null)),
  ];
  return exportChosen(ctx, {
    eventId,
    format,
    source: orderSource(scope, eventId),
    selection,
    action: 'refunds.exported',
    columns,
    find: (ids) => findRefunds(ctx, scope, ids, taxes),
    filename: `${slug}-refunds`,
    title: word('refunds'),
  });
}
