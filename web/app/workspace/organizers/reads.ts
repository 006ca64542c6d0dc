import { listOrganizers, organizerListRules } from '@entrada/contract/catalog/organizers';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import type { ReadsOf } from '../kit/reading/reads.ts';

/** The organizers of the account. */
export const organizerSource = listSource({
  rules: organizerListRules,
  queryKey: keys.organizerList,
  load: (call, query, signal) => call(listOrganizers, { query }, { signal }),
});

export const reads: ReadsOf = ({ search }) => [listRead(organizerSource, search)];
