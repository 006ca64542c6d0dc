import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf, type Read } from './reads.ts';

/** A query whose last answer stays until that of another choice is there. */
export const useKeptRead = <T>(read: Read<T>) =>
  useQuery({ ...queryOf(read), placeholderData: keepPreviousData });
