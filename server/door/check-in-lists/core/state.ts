import type { CheckInListState } from '@entrada/contract/door/check-in-lists';

/** Whether a list is active at an instant. Open ends mean always. */
export function listState(
  list: { activatesAt: Date | null; expiresAt: Date | null },
  now: Date,
): CheckInListState {
  if (list.expiresAt && now >= list.expiresAt) return 'expired';
  if (list.activatesAt && now < list.activatesAt) return 'not_active';
  return 'active';
}

/** Whether a list is active, as a row that brought the database's time with it. */
export const stateOf = (list: {
  activates_at: Date | null;
  expires_at: Date | null;
  now: Date;
}): CheckInListState => listState({ activatesAt: list.activates_at, expiresAt: list.expires_at }, list.now);
