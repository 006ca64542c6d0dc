import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type Params,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { api } from '../../../platform/api/client.ts';
import type { CallApi } from '../../../platform/api/endpoint-call.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { apiContext } from '../../../platform/context.ts';

/** One query, and how to load it: with the server's calls of the API or with the browser's. */
export type Read<T = unknown> = {
  queryKey: QueryKey;
  load: (call: CallApi, signal?: AbortSignal) => Promise<T>;
};

/** The address of a page: its parameters and its search. */
export type ReadsAt = { params: Params; search: URLSearchParams };

/** What a page reads first, by its address. */
export type ReadsOf = (at: ReadsAt) => Read[];

/** The event of an address. */
export const eventIdOf = ({ params }: ReadsAt): number => Number(params['eventId']);

type Answered = { queryKey: QueryKey; data: unknown };
/** What the loader of a page answers beside its own data. */
export type Answers = { reads: Answered[] };

/** The query with the browser's calls. */
export const queryOf = <T>({ queryKey, load }: Read<T>) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => load(api, signal),
});

/** The same query in a component. `known`: what the page's loader has read. `enabled`: whether it may be read. */
export function useRead<T>(read: Read<T>, known?: T, enabled = true) {
  const initial = known === undefined ? {} : { initialData: known };
  return useQuery({ ...queryOf(read), enabled, ...initial });
}

/** Refuses a page to somebody without its permission. */
export const forbidden = () => data({ code: 'FORBIDDEN' }, { status: 403 });

/**
 * Reads what a page needs first, all at once. The document carries the answers, so that the page shows its data before
 * its scripts have loaded. What the role may not read refuses the whole page. The browser repeats a query that failed
 * otherwise, and shows why it fails.
 */
export async function readAll(call: CallApi, reads: readonly Read[]): Promise<Answers> {
  const answered = await Promise.all(
    reads.map(async ({ queryKey, load }): Promise<Answered | null> => {
      try {
        return { queryKey, data: await load(call) };
      } catch (error) {
        // A redirect, for example to the login.
        if (error instanceof Response) throw error;
        if (error instanceof ApiError && error.status === 403) throw forbidden();
        return null;
      }
    }),
  );
  return { reads: answered.filter((one) => one !== null) };
}

/** The `loader` of a page that only reads. */
export const readOnServer =
  (readsOf: ReadsOf) =>
  ({ context, params, request }: LoaderFunctionArgs): Promise<Answers> =>
    readAll(context.get(apiContext), readsOf({ params, search: new URL(request.url).searchParams }));

/** Puts into the client what the loaders of a document have answered. */
export function keepAnswers(client: QueryClient, loaded: readonly unknown[]): void {
  for (const one of loaded) {
    if (typeof one !== 'object' || one === null || !('reads' in one)) continue;
    for (const { queryKey, data } of (one as Answers).reads) client.setQueryData(queryKey, data);
  }
}

let current: QueryClient | null = null;

/** The query client of the workspace in this browser. Null while no page of the workspace shows. */
export const workspaceClient = (): QueryClient | null => current;

/** The workspace registers its client while it shows. */
export function registerClient(client: QueryClient): () => void {
  current = client;
  return () => {
    if (current === client) current = null;
  };
}

/** What was read before, or else the answer. What is stale shows at once and is read again meanwhile. */
export const ensureRead = <T>(client: QueryClient, read: Read<T>): Promise<T> =>
  client.ensureQueryData({ ...queryOf(read), revalidateIfStale: true, retry: false });

/** Starts queries that are not fresh, and waits for none. A page then shows what is known or a skeleton. */
export function startReads(client: QueryClient, reads: readonly Read[]): void {
  for (const read of reads) void client.prefetchQuery(queryOf(read));
}

/**
 * The `clientLoader` of a page that only reads. When the user comes from another page of the workspace, the queries
 * start before the page renders, and the page does not wait for them.
 */
export const readInBrowser =
  (readsOf: ReadsOf) =>
  async ({ params, request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    if (!current) return serverLoader();
    startReads(current, readsOf({ params, search: new URL(request.url).searchParams }));
    return null;
  };

/** The `shouldRevalidate` of such a page. Its own components read again after a change of the search. */
export const onNewPath = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;
