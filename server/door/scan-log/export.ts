import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import { SCAN_OUTCOMES, scanLogRules } from '@entrada/contract/door/scan-log';
import type { ExportWord } from '@entrada/documents/types';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Ctx } from '../../platform/context.ts';
import { exportWords } from '../../platform/documents/export-words.ts';
import { type ExportAsked, exportChosen, type RowsFile } from '../../platform/lists/export.ts';
import { readSelection } from '../../platform/lists/selection.ts';
import { clockColumns } from '../../platform/lists/value-columns.ts';
import { findScans, type ScanRow, scanSource } from './queries.ts';
import { personOfScan, ticketOfScan, userOfScan } from './service.ts';

/** The word for what came of a scan. */
function wordOf({ outcome, direction }: Pick<ScanRow, 'outcome' | 'direction'>): ExportWord {
  if (outcome === 'undone' && direction === 'out') return 'scan.undone_out';
  const known = SCAN_OUTCOMES.find((one) => one === outcome);
  return known ? `scan.${known}` : 'scan.unknown';
}

/**
 * Streams the scans that the log finds as a file, in its order. Times are in the event's time zone. Records who exported them.
 * Throws NOT_FOUND, VALIDATION_FAILED.
 */
export async function scansFile(ctx: Ctx, { eventId, format, query }: ExportAsked): Promise<RowsFile> {
  const selection = readSelection(scanLogRules, query);
  const { scope, slug, timezone } = await requireEvent(ctx, eventId);
  const words = await exportWords(ctx);
  const { word } = words;
  const timeColumn = clockColumns(words, timezone);
  return exportChosen<ScanRow>(ctx, {
    eventId,
    format,
    source: scanSource(scope, eventId),
    selection,
    action: 'scans.exported',
    columns: [
      timeColumn('scanned', (row) => row.happened_at),
      timeColumn('received', (row) => row.received_at),
      { header: word('checkInList'), value: (row) => row.list_name },
      { header: word('outcome'), value: (row) => word(wordOf(row)) },
      { header: word('conflict'), value: (row) => (row.conflict ? word('yes') : null) },
      timeColumn('firstEntry', (row) => row.first_at),
      { header: word('firstDevice'), value: (row) => row.first_device },
      {
        header: word('device'),
        value: (row) => (row.device === WORKSPACE_DEVICE ? word('workspace') : row.device),
      },
      { header: word('link'), value: (row) => row.link_name },
      { header: word('madeBy'), value: userOfScan },
      { header: word('ticketNumber'), value: (row) => row.reference },
      { header: word('name'), value: (row) => (row.attendee_id === null ? null : personOfScan(row)) },
      { header: word('ticket'), value: (row) => (row.attendee_id === null ? null : ticketOfScan(row)) },
    ],
    find: (ids) => findScans(ctx.db, scope, ids),
    filename: `${slug}-scans`,
    title: word('scans'),
  });
}
