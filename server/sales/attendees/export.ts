import { minorToDecimalString } from '@entrada/contract/money';
import { type AttendeeRow, attendeeListRules } from '@entrada/contract/sales/attendees';
import type { ExportWord, ExportWords } from '@entrada/documents/types';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import type { Column } from '../../platform/lists/columns.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../platform/lists/export.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { clockColumns } from '../../platform/lists/value-columns.ts';
import { answerColumns } from './answer-columns.ts';
import { findExportedAttendees } from './export-queries.ts';
import { attendeeSource, findRows } from './queries.ts';

const STATUSES: Record<AttendeeRow['status'], ExportWord> = {
  active: 'validTicket',
  cancelled: 'cancelledTicket',
  awaiting_payment: 'AWAITING_PAYMENT',
};

/** Who has which ticket of which order, as the list and the files find it. */
type Ticketed = Pick<
  Awaited<ReturnType<typeof findRows>>[number],
  | 'reference'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'ticket_name'
  | 'price_label'
  | 'status'
  | 'order_reference'
>;

/** Who comes with which ticket: the columns that every file of attendees begins with. */
export const attendeeColumns = <Row extends Ticketed>({ word }: ExportWords): Column<Row>[] => [
  { header: word('ticketNumber'), value: (row) => row.reference },
  { header: word('firstName'), value: (row) => row.first_name },
  { header: word('lastName'), value: (row) => row.last_name },
  { header: word('email'), value: (row) => row.email },
  { header: word('ticket'), value: (row) => row.ticket_name },
  { header: word('priceTier'), value: (row) => row.price_label },
  { header: word('status'), value: (row) => word(STATUSES[row.status as AttendeeRow['status']]) },
  { header: word('order'), value: (row) => row.order_reference },
];

/**
 * Streams attendees of an event as a file, in the order of the list: the named ones, or all that the query finds. Headers
 * and words are in the reader's language, times in the event's time zone. Each question has a column. Records who
 * exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function attendeesFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(attendeeListRules, query);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word } = words;
  const answers = await answerColumns(ctx.db, scope, { eventId, of: ['order', 'attendee'], words });
  const find = async (ids: number[]) => answers.add(await findExportedAttendees(ctx.db, scope, ids));
  type Row = Awaited<ReturnType<typeof find>>[number];
  const timeColumn = clockColumns(words, timezone);
  const columns: Column<Row>[] = [
    ...attendeeColumns<Row>(words),
    timeColumn('checkedIn', (row) => row.checked_in_at),
    timeColumn('bought', (row) => row.created_at),
    { header: word('language'), value: (row) => words.language(row.locale) },
    { header: word('price'), as: 'decimal', value: (row) => minorToDecimalString(row.price, row.currency) },
    { header: word('currency'), value: (row) => row.currency },
    { header: word('promoCode'), value: (row) => row.promoCode },
    { header: word('affiliate'), value: (row) => row.affiliate },
    ...answers.columns,
  ];
  return exportChosen(ctx, {
    eventId,
    format,
    source: attendeeSource(scope, eventId),
    selection,
    action: 'attendees.exported',
    columns,
    find,
    filename: `${slug}-attendees`,
    title: word('attendees'),
  });
}

/**
 * Streams what attendees of an event answered as a file: a column for each question of the order and of the attendee.
 * Records who exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function answersFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(attendeeListRules, query);
  const { scope, slug } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const answers = await answerColumns(ctx.db, scope, { eventId, of: ['order', 'attendee'], words });
  const find = async (ids: number[]) => {
    const rows = await findRows(ctx.db, scope, ids);
    return answers.add(rows.map((row) => ({ ...row, orderId: row.order_id })));
  };
  type Row = Awaited<ReturnType<typeof find>>[number];
  return exportChosen<Row>(ctx, {
    eventId,
    format,
    source: attendeeSource(scope, eventId),
    selection,
    action: 'answers.exported',
    columns: [...attendeeColumns<Row>(words), ...answers.columns],
    find,
    filename: `${slug}-answers`,
    title: words.word('answers'),
  });
}
