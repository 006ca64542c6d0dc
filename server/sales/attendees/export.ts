import { minorToDecimalString } from '@entrada/contract/money';
import { type AttendeeRow, attendeeListRules } from '@entrada/contract/sales/attendees';
import type { ExportWord, ExportWords } from '@entrada/documents/types';
import { requireEvent } from '../../catalog/events/service.ts';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import type { Column } from '../../platform/lists/columns.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../platform/lists/export.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { clockColumns } from '../../platform/lists/value-columns.ts';
import { answerColumns, withAnswers } from './answer-columns.ts';
import { findOrigins } from './export-queries.ts';
import { attendeeSource, findRows } from './queries.ts';

const STATUSES: Record<AttendeeRow['status'], ExportWord> = {
  active: 'validTicket',
  cancelled: 'cancelledTicket',
  awaiting_payment: 'AWAITING_PAYMENT',
};

/** An attendee as its list finds it. */
export type FoundAttendee = Awaited<ReturnType<typeof findRows>>[number];

/** Attendees with all that the file says about them, in the order of the ids. */
async function findExported(ctx: Ctx, scope: AccountScope, ids: number[]) {
  const found = await findRows(ctx.db, scope, ids);
  const origins = await findOrigins(ctx.db, scope, ids);
  const rows = found.map((row) => ({ ...row, orderId: row.order_id, origin: origins.get(row.id) }));
  return withAnswers(ctx.db, scope, { rows, isAttendee: true });
}

/** Who comes with which ticket: the columns that every file of attendees begins with. */
export const attendeeColumns = <Row extends FoundAttendee>({ word }: ExportWords): Column<Row>[] => [
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
  type Row = Awaited<ReturnType<typeof findExported>>[number];
  const words = await exportWords(ctx);
  const { word } = words;
  const timeColumn = clockColumns(words, timezone);
  const columns: Column<Row>[] = [
    ...attendeeColumns<Row>(words),
    timeColumn('checkedIn', (row) => row.checked_in_at),
    timeColumn('bought', (row) => row.created_at),
    { header: word('language'), value: ({ origin }) => (origin ? words.language(origin.locale) : null) },
    {
      header: word('price'),
      as: 'decimal',
      value: ({ origin }) => (origin ? minorToDecimalString(origin.price, origin.currency) : null),
    },
    { header: word('currency'), value: ({ origin }) => origin?.currency ?? null },
    { header: word('promoCode'), value: ({ origin }) => origin?.promoCode ?? null },
    { header: word('affiliate'), value: ({ origin }) => origin?.affiliate ?? null },
    ...(await answerColumns<Row>(ctx.db, scope, { eventId, of: ['order', 'attendee'], words })),
  ];
  return exportChosen(ctx, {
    eventId,
    format,
    source: attendeeSource(scope, eventId),
    selection,
    action: 'attendees.exported',
    columns,
    find: (ids) => findExported(ctx, scope, ids),
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
  const find = async (ids: number[]) => {
    const rows = (await findRows(ctx.db, scope, ids)).map((row) => ({ ...row, orderId: row.order_id }));
    return withAnswers(ctx.db, scope, { rows, isAttendee: true });
  };
  type Row = Awaited<ReturnType<typeof find>>[number];
  return exportChosen<Row>(ctx, {
    eventId,
    format,
    source: attendeeSource(scope, eventId),
    selection,
    action: 'answers.exported',
    columns: [
      ...attendeeColumns<Row>(words),
      ...(await answerColumns<Row>(ctx.db, scope, { eventId, of: ['order', 'attendee'], words })),
    ],
    find,
    filename: `${slug}-answers`,
    title: words.word('answers'),
  });
}
