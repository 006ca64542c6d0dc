import { type AuditLogEntry, listAuditEntries } from '@entrada/contract/insight/audit-log';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import type { CallApi } from '../../../platform/api/endpoint-call.ts';
import { keys } from '../data/keys.ts';

type Page = { data: AuditLogEntry[]; next: number | null };

/** One page of the audit log. `query`: what narrows it. */
export const loadAudit = (
  call: CallApi,
  { query, before, signal }: { query: Record<string, string>; before: number | null; signal?: AbortSignal },
): Promise<Page> =>
  call(
    listAuditEntries,
    { query: { ...query, ...(before !== null && { before: String(before) }) } as never },
    signal ? { signal } : {},
  );

/** Reads the audit log, and older entries with each `fetchNextPage`. `known`: the first page as the loader read it. */
export const useAudit = (query: Record<string, string>, known?: Page) =>
  useInfiniteQuery({
    queryKey: keys.auditLog(query),
    queryFn: ({ pageParam, signal }) => loadAudit(api, { query, before: pageParam, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    ...(known && { initialData: { pages: [known], pageParams: [null] } }),
  });
