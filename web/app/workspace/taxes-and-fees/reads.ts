import { listTaxesAndFees, taxOrFeeListRules } from '@entrada/contract/catalog/taxes-and-fees';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import type { ReadsOf } from '../kit/reading/reads.ts';

/** The taxes and fees of the account. */
export const taxOrFeeSource = listSource({
  rules: taxOrFeeListRules,
  queryKey: keys.taxOrFeeList,
  load: (call, query, signal) => call(listTaxesAndFees, { query }, { signal }),
});

export const reads: ReadsOf = ({ search }) => [listRead(taxOrFeeSource, search)];
