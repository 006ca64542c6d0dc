import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import type { Read } from './reads.ts';

/** A query whose last answer stays until that of another choice is there. */
export const useKeptRead = <T>({ queryKey, load }: Read<T>) =>
  useQuery({ queryKey, queryFn: ({ signal }) => load(api, signal), placeholderData: keepPreviousData });
