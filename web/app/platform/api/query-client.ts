import { QUERY } from '@entrada/contract/constants';
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './error.ts';

/** A query client for one request or one page; never shared between requests. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY.staleMs,
        gcTime: QUERY.cacheMs,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // A refusal is not tried again. Only errors that may pass are tried again.
        retry: (failures, error) => failures < QUERY.retries && !isRefusal(error),
        retryDelay: QUERY.retryDelayMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
