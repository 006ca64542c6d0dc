import {
  type AccountTaxOrFee,
  createTaxOrFee,
  deleteTaxOrFee,
  getTaxOrFee,
  listTaxesAndFees,
  updateTaxOrFee,
} from '@entrada/contract/catalog/taxes-and-fees';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { everyPage } from '../data/every-page.ts';
import { keys } from '../data/keys.ts';
import type { TaxOrFeeBody } from './values.ts';

async function loadAll(signal: AbortSignal): Promise<AccountTaxOrFee[]> {
  const pages = await everyPage((query) => api(listTaxesAndFees, { query }, { signal }));
  return pages.flatMap(({ data }) => data);
}

/** All taxes and fees of the account, oldest first. */
export function useTaxesAndFees() {
  return useQuery({ queryKey: keys.allTaxesAndFees, queryFn: ({ signal }) => loadAll(signal) });
}

const taxOrFeeParams = (id: number) => ({ params: { taxOrFeeId: String(id) } });

export const loadTaxOrFee = async (id: number, signal?: AbortSignal) =>
  (await api(getTaxOrFee, taxOrFeeParams(id), { signal })).data;

export const removeTaxOrFee = (id: number) => api(deleteTaxOrFee, taxOrFeeParams(id));

/** Creates a tax or fee, or changes the version that was read. */
export const saveTaxOrFee = async (
  body: TaxOrFeeBody,
  current: AccountTaxOrFee | null,
): Promise<AccountTaxOrFee> => {
  if (!current) return (await api(createTaxOrFee, { body })).data;
  const input = { ...taxOrFeeParams(current.id), body: { ...body, version: current.version } };
  return (await api(updateTaxOrFee, input)).data;
};

/**
 * The queries to read again after a change: all taxes and fees, and everything about events, because ticket prices
 * change.
 */
export const touchedByTaxesAndFees = [keys.taxesAndFees, keys.allEvents];
