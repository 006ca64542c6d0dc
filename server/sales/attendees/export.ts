import { type AttendeeRow, attendeeListRules } from '@entrada/contract/sales/attendees';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/lists/csv.ts';
import { type CsvFile, exportChosen } from '../../platform/lists/export.ts';
import { localTimes, readSelection } from '../../platform/lists/selection.ts';
import { attendeeSource, findRows } from './queries.ts';

type Row = Awaited<ReturnType<typeof findRows>>[number];

const STATUSES: Record<AttendeeRow['status'], string> = {
  active: 'Active',
  cancelled: 'Cancelled',
  awaiting_payment: 'Awaiting payment',
};

/**
 * Streams attendees of an event as CSV, in the order of the list: the named ones, or all that the query finds. Times
 * are in the event's time zone. Records who exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function attendeesCsv(
  ctx: Ctx,
  eventId: number,
  raw: Record<string, unknown>,
): Promise<CsvFile> {
  const selection = readSelection(attendeeListRules, raw);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const localTime = localTimes(timezone);
  const at = (column: string) => `${column} (${timezone})`;
  const columns: CsvColumn<Row>[] = [
    { header: 'Ticket number', value: (row) => row.reference },
    { header: 'First name', value: (row) => row.first_name },
    { header: 'Last name', value: (row) => row.last_name },
    { header: 'Email', value: (row) => row.email },
    { header: 'Ticket', value: (row) => row.ticket_name },
    { header: 'Price', value: (row) => row.price_label },
    { header: 'Status', value: (row) => STATUSES[row.status as AttendeeRow['status']] },
    { header: 'Order', value: (row) => row.order_reference },
    { header: at('Checked in'), value: (row) => localTime(row.checked_in_at) },
    { header: at('Bought'), value: (row) => localTime(row.created_at) },
  ];
  return exportChosen(ctx, {
    eventId,
    source: attendeeSource(scope, eventId),
    selection,
    action: 'attendees.exported',
    columns,
    find: (ids) => findRows(ctx.db, scope, ids),
    filename: `${slug}-attendees.csv`,
  });
}
