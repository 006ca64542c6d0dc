import { bulkCheckIn } from '@entrada/contract/door/bulk-check-in';
import { checkInListRules, listCheckInLists } from '@entrada/contract/door/check-in-lists';
import type { ChosenRows } from '@entrada/contract/list';
import {
  type BulkJob,
  type BulkNoun,
  bulkAttendees,
  bulkGuests,
  bulkOrders,
  previewAttendeeRefunds,
  previewOrderRefunds,
} from '@entrada/contract/sales/bulk/jobs';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from '../data/event.ts';

/** What can be done to chosen rows. */
export type BulkAct = 'resend' | 'cancel' | 'refund' | 'check_in';

/** A list whose rows jobs work off. The rows of the guest list are orders, and so are its jobs. */
export type BulkList = BulkNoun | 'guests';

/** The chosen rows of a list. `query` is the list's own query. */
export type Chosen = { eventId: number; noun: BulkList; rows: ChosenRows; query: Record<string, string> };

/** What the person chose beside the rows. */
export type BulkChoice = { cancel: boolean; notify: boolean; checkInListId: number | null };

const at = ({ eventId, query }: Chosen) => ({ ...eventParams(eventId), query });

const ENDPOINTS = { orders: bulkOrders, attendees: bulkAttendees, guests: bulkGuests };

/** Begins a job. The same key again begins no second one. */
export async function startBulk(
  chosen: Chosen,
  act: BulkAct,
  { cancel, notify, checkInListId }: BulkChoice,
  idempotencyKey: string,
): Promise<BulkJob> {
  const { rows, noun } = chosen;
  const options = { idempotencyKey };
  if (act === 'check_in') {
    const body = { checkInListId: checkInListId ?? 0, ...rows };
    return (await api(bulkCheckIn, { ...at(chosen), body }, options)).data;
  }
  const body =
    act === 'resend'
      ? { action: act, ...rows }
      : act === 'cancel'
        ? { action: act, notify, ...rows }
        : { action: act, cancel, notify, note: '', ...rows };
  return (await api(ENDPOINTS[noun], { ...at(chosen), body }, options)).data;
}

export const previewRefunds = async (chosen: Chosen, signal: AbortSignal) =>
  (
    await api(
      chosen.noun === 'orders' ? previewOrderRefunds : previewAttendeeRefunds,
      { ...at(chosen), body: chosen.rows },
      { signal },
    )
  ).data;

/** The check-in lists of an event that are open now. */
export async function loadOpenLists(eventId: number, signal: AbortSignal) {
  const query = { per_page: '100', sort_by: checkInListRules.defaultSort.by };
  const { data } = await api(listCheckInLists, { ...eventParams(eventId), query }, { signal });
  return data.filter(({ state }) => state === 'active');
}
