import type { CheckInListState } from '@entrada/contract/door/check-in-lists';
import { listStateAt } from '@entrada/contract/door/decision';

/** Whether a list is active at an instant. One that somebody closed stays so, whatever its times are. */
export function listState(
  list: { activatesAt: Date | null; expiresAt: Date | null; closedAt: Date | null },
  now: Date,
): CheckInListState {
  return list.closedAt ? 'closed' : listStateAt(list, now);
}

/** Whether a list is active, from a row that includes the database's time. */
export const stateOf = (list: {
  activates_at: Date | null;
  expires_at: Date | null;
  closed_at: Date | null;
  now: Date;
}): CheckInListState =>
  listState(
    { activatesAt: list.activates_at, expiresAt: list.expires_at, closedAt: list.closed_at },
    list.now,
  );
