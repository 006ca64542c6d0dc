import { minorToDecimalString } from '@entrada/contract/money';
import { ORDER_BADGES, type OrderRow, orderListRules } from '@entrada/contract/sales/orders';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/lists/csv.ts';
import { type CsvFile, exportChosen } from '../../platform/lists/export.ts';
import { localTimes, readSelection } from '../../platform/lists/selection.ts';
import { findOrderRows, orderSource } from '../orders/list-queries.ts';

/** Turns PARTIALLY_REFUNDED into "Partially refunded". */
const STATUSES = Object.fromEntries(
  ORDER_BADGES.map((badge) => [badge, badge[0] + badge.slice(1).toLowerCase().replaceAll('_', ' ')]),
);

/**
 * Streams orders of an event as CSV, in the order of the list: the named ones, or all that the query finds. Amounts are
 * decimals of their currency. Times are in the event's time zone. Records who exported them. Throws NOT_FOUND,
 * VALIDATION_FAILED.
 */
export async function ordersCsv(ctx: Ctx, eventId: number, raw: Record<string, unknown>): Promise<CsvFile> {
  const selection = readSelection(orderListRules, raw);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const localTime = localTimes(timezone);
  const columns: CsvColumn<OrderRow>[] = [
    { header: 'Order', value: (row) => row.reference },
    { header: 'First name', value: (row) => row.firstName },
    { header: 'Last name', value: (row) => row.lastName },
    { header: 'Email', value: (row) => row.email },
    { header: 'Status', value: (row) => STATUSES[row.badge] ?? row.badge },
    { header: 'Tickets', value: (row) => row.ticketCount },
    { header: 'Total', value: (row) => minorToDecimalString(row.total, row.currency) },
    { header: 'Refunded', value: (row) => minorToDecimalString(row.refunded, row.currency) },
    { header: 'Currency', value: (row) => row.currency },
    {
      header: `Bought (${timezone})`,
      value: (row) => localTime(new Date(row.createdAt)),
    },
  ];
  return exportChosen(ctx, {
    eventId,
    source: orderSource(scope, eventId),
    selection,
    action: 'orders.exported',
    columns,
    find: (ids) => findOrderRows(ctx.db, scope, ids),
    filename: `${slug}-orders.csv`,
  });
}
