import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import { insideFileRules } from '@entrada/contract/door/inside';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../platform/lists/export.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { clockColumns } from '../../platform/lists/value-columns.ts';
import { findPeople, insideSource, type PersonRow } from './queries.ts';
import { nameOf, ticketOf } from './service.ts';

/**
 * Streams who is inside now as a file, the last to come in first. Times are in the event's time zone. Records who exported
 * them. Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function peopleInsideFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(insideFileRules, query);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word } = words;
  return exportChosen<PersonRow>(ctx, {
    eventId,
    format,
    source: insideSource(scope, eventId),
    selection,
    action: 'people_inside.exported',
    columns: [
      { header: word('name'), value: nameOf },
      { header: word('ticket'), value: ticketOf },
      { header: word('ticketNumber'), value: (row) => row.reference },
      clockColumns(words, timezone)('checkedIn', (row) => row.checked_in_at),
      {
        header: word('device'),
        value: (row) => (row.device === WORKSPACE_DEVICE ? word('workspace') : row.device),
      },
      { header: word('checkInList'), value: (row) => row.list_name },
    ],
    find: (ids) => findPeople(ctx.db, scope, ids),
    filename: `${slug}-people-inside`,
    title: word('peopleInside'),
  });
}
