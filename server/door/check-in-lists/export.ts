import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../platform/lists/export.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { clockColumns } from '../../platform/lists/value-columns.ts';
import { attendeeColumns } from '../../sales/attendees/export.ts';
import { attendeeSource, findRows } from '../../sales/attendees/queries.ts';
import { findEntries } from './queries.ts';

/**
 * Streams the check-ins of attendees as a file: one row for each time that somebody came in, in the order of the list.
 * Times are in the event's time zone. Records who exported them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function checkInsFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(attendeeListRules, query);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const find = async (ids: number[]) => {
    const entries = Map.groupBy(await findEntries(ctx.db, scope, ids), ({ attendeeId }) => attendeeId);
    const attendees = await findRows(
      ctx.db,
      scope,
      ids.filter((id) => entries.has(id)),
    );
    return attendees.flatMap((row) => (entries.get(row.id) ?? []).map((entry) => ({ ...row, entry })));
  };
  type Row = Awaited<ReturnType<typeof find>>[number];
  const words = await exportWords(ctx);
  const { word } = words;
  const timeColumn = clockColumns(words, timezone);
  return exportChosen<Row>(ctx, {
    eventId,
    format,
    source: attendeeSource(scope, eventId),
    selection,
    action: 'check_ins.exported',
    columns: [
      ...attendeeColumns<Row>(words),
      { header: word('checkInList'), value: ({ entry }) => entry.list },
      {
        header: word('device'),
        value: ({ entry: { device } }) => (device === WORKSPACE_DEVICE ? word('workspace') : device),
      },
      timeColumn('checkedIn', ({ entry }) => entry.checkedInAt),
      timeColumn('checkedOut', ({ entry }) => entry.checkedOutAt),
    ],
    find,
    filename: `${slug}-check-ins`,
    title: word('checkIns'),
  });
}
