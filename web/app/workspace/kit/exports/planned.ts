import { EXPORT_FORMATS, EXPORTS, type ExportFormat, type ExportName } from '@entrada/contract/sales/exports';
import { eventPath } from '../data/event.ts';

/** The file that somebody wants regularly, and the query of its rows. */
export type Planned = { what: ExportName; format: ExportFormat; query: Record<string, string> };

/** Whether the query of a list narrows its rows. An order of the rows does not. */
export const isNarrowing = (query: Record<string, string>): boolean =>
  Object.keys(query).some((key) => key === 'query' || key.startsWith('filter_fields'));

/** The address where a file of a list is scheduled, with this file already chosen. */
export function schedulePath(eventId: number, { what, format, query }: Planned): string {
  const chosen = new URLSearchParams({ drawer: 'new', what, format, query: JSON.stringify(query) });
  return `${eventPath(eventId, 'scheduled-exports')}?${chosen}`;
}

/** The file of such an address. Null if it names none. */
export function readPlanned(search: URLSearchParams): Planned | null {
  const what = EXPORTS.find((one) => one === search.get('what'));
  const format = EXPORT_FORMATS.find((one) => one === search.get('format'));
  if (!what || !format) return null;
  try {
    const query: unknown = JSON.parse(search.get('query') ?? '{}');
    const entries = Object.entries(query as object).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return { what, format, query: Object.fromEntries(entries) };
  } catch {
    return { what, format, query: {} };
  }
}
