import { type LoggedScan, listScans, SCAN_OUTCOMES, type ScanOutcome } from '@entrada/contract/door/scan-log';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from '../../kit/data/event.ts';

export const LOG_PAGE = 50;

/** What the log can be narrowed to. */
export const LOG_PARTS = ['all', 'in', 'refused', 'undone'] as const;
export type LogPart = (typeof LOG_PARTS)[number];

/** Nobody was turned away. */
const LET_THROUGH: readonly ScanOutcome[] = ['admitted', 'checked_out', 'not_inside'];

const outcomesOf: Record<Exclude<LogPart, 'all'>, readonly ScanOutcome[]> = {
  in: ['admitted'],
  refused: SCAN_OUTCOMES.filter((outcome) => !LET_THROUGH.includes(outcome) && outcome !== 'undone'),
  undone: ['undone'],
};

export type LogAsked = {
  eventId: number;
  listId: number;
  part: LogPart;
  query: string;
  onlyConflicts: boolean;
};

/** The query of the log of one list, for its page and its file. */
export function logQuery({ listId, part, query, onlyConflicts }: LogAsked): Record<string, string> {
  const asked: Record<string, string> = { 'filter_fields[list][eq]': String(listId) };
  if (part !== 'all') asked['filter_fields[outcome][in]'] = outcomesOf[part].join(',');
  if (onlyConflicts) asked['filter_fields[conflict][eq]'] = 'true';
  if (query !== '') asked['query'] = query;
  return asked;
}

export const loadLog = (
  asked: LogAsked,
  page: number,
  signal?: AbortSignal,
): Promise<{ data: LoggedScan[]; meta: { total: number; lastPage: number } }> =>
  api(
    listScans,
    {
      ...eventParams(asked.eventId),
      query: { ...logQuery(asked), page: String(page), per_page: String(LOG_PAGE) },
    },
    { signal },
  );
