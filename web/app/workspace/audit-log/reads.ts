import { type AuditChoices, getAuditChoices } from '@entrada/contract/insight/audit-log';
import { loadAudit } from '../kit/audit/read.ts';
import { keys } from '../kit/data/keys.ts';
import type { Read, ReadsOf } from '../kit/reading/reads.ts';

/** What narrows the log, by its names in the address of the page and of the API. */
export const FILTERS = ['person', 'kind', 'record', 'from', 'to'] as const;

/** What the address narrows the log to. */
export const queryOf = (search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/** What the log can be narrowed to. `search`: people by their names; `person`: who is chosen and stays among them. */
export const choicesRead = (query: { search?: string; person?: string } = {}): Read<AuditChoices> => ({
  queryKey: [...keys.auditChoices, query],
  load: async (call, signal) => (await call(getAuditChoices, { query }, { ...(signal && { signal }) })).data,
});

/** Who is chosen in an address. */
export const personIn = ({ person }: Record<string, string>) => (person ? { person } : {});

/** The first page, as the query of all its pages holds it. */
const firstRead = (query: Record<string, string>): Read => ({
  queryKey: keys.auditLog(query),
  load: async (call, signal) => ({
    pages: [await loadAudit(call, { query, before: null, ...(signal && { signal }) })],
    pageParams: [null],
  }),
});

export const reads: ReadsOf = ({ search }) => [
  choicesRead(personIn(queryOf(search))),
  firstRead(queryOf(search)),
];
/** Another page of the workspace starts only what is one query. The log itself is read by the page. */
export const readsInBrowser: ReadsOf = ({ search }) => [choicesRead(personIn(queryOf(search)))];
