import {
  capacityAssignmentRules,
  listCapacityAssignments,
} from '@entrada/contract/catalog/capacity-assignments';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { listRead, listSource } from '../kit/list/view.ts';
import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';

/** The capacity assignments of an event. */
export const capacitySource = (eventId: number) =>
  listSource({
    rules: capacityAssignmentRules,
    queryKey: (params) => keys.capacityList(eventId, params),
    load: (call, query, signal) =>
      call(listCapacityAssignments, { ...eventParams(eventId), query }, { signal }),
  });

export const reads: ReadsOf = (at) => [listRead(capacitySource(eventIdOf(at)), at.search)];
