import { type AttendeeRow, attendeeListRules } from '@entrada/contract/sales/attendees';
import type { ExportWord } from '@entrada/documents/types';
import { requireEvent } from '../../catalog/events/service.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import type { CsvColumn } from '../../platform/lists/csv.ts';
import { type CsvFile, exportChosen } from '../../platform/lists/export.ts';
import { localTimes, readSelection } from '../../platform/lists/selection.ts';
import { answerColumns, withAnswers } from './answer-columns.ts';
import { findOrigins } from './export-queries.ts';
import { attendeeSource, findRows } from './queries.ts';

const STATUSES: Record<AttendeeRow['status'], ExportWord> = {
  active: 'validTicket',
  cancelled: 'cancelledTicket',
  awaiting_payment: 'AWAITING_PAYMENT',
};

/** Attendees with all that the file says about them, in the order of the ids. */
async function findExported(ctx: Ctx, scope: AccountScope, ids: number[]) {
  const found = await findRows(ctx.db, scope, ids);
  const origins = await findOrigins(ctx.db, scope, ids);
  const rows = found.map((row) => ({ ...row, orderId: row.order_id, origin: origins.get(row.id) }));
  return withAnswers(ctx.db, scope, { rows, isAttendee: true });
}

type Row = Awaited<ReturnType<typeof findExported>>[number];

/**
 * Streams attendees of an event as CSV, in the order of the list: the named ones, or all that the query finds. Headers
 * and words are in the reader's language, times in the event's time zone. Each question has a column. Records who
 * exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function attendeesCsv(
  ctx: Ctx,
  eventId: number,
  raw: Record<string, unknown>,
): Promise<CsvFile> {
  const selection = readSelection(attendeeListRules, raw);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word } = words;
  const localTime = localTimes(timezone);
  const at = (name: ExportWord) => `${word(name)} (${timezone})`;
  const columns: CsvColumn<Row>[] = [
    { header: word('ticketNumber'), value: (row) => row.reference },
    { header: word('firstName'), value: (row) => row.first_name },
    { header: word('lastName'), value: (row) => row.last_name },
    { header: word('email'), value: (row) => row.email },
    { header: word('ticket'), value: (row) => row.ticket_name },
    { header: word('priceTier'), value: (row) => row.price_label },
    { header: word('status'), value: (row) => word(STATUSES[row.status as AttendeeRow['status']]) },
    { header: word('order'), value: (row) => row.order_reference },
    { header: at('checkedIn'), value: (row) => localTime(row.checked_in_at) },
    { header: at('bought'), value: (row) => localTime(row.created_at) },
    { header: word('language'), value: ({ origin }) => (origin ? words.language(origin.locale) : null) },
    { header: word('promoCode'), value: ({ origin }) => origin?.promoCode ?? null },
    { header: word('affiliate'), value: ({ origin }) => origin?.affiliate ?? null },
    ...(await answerColumns<Row>(ctx.db, scope, { eventId, of: ['order', 'attendee'], words })),
  ];
  return exportChosen(ctx, {
    eventId,
    source: attendeeSource(scope, eventId),
    selection,
    action: 'attendees.exported',
    columns,
    find: (ids) => findExported(ctx, scope, ids),
    filename: `${slug}-attendees.csv`,
  });
}
