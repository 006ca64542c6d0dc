import type { CheckInListState } from '@entrada/contract/door/check-in-lists';
import { listStateAt } from '@entrada/contract/door/decision';

type Times = { state: CheckInListState; activatesAt: string | null; expiresAt: string | null };

/**
 * The door without a connection, where nobody says that its list has begun: the page may be older than that. The clock of this
 * phone may be wrong, so it closes nothing; each scan is decided by the time of the server.
 */
export function opened<Door extends Times>(door: Door, now: Date): Door {
  const { state, activatesAt, expiresAt } = door;
  if (state !== 'not_active' || activatesAt === null) return door;
  const times = {
    activatesAt: new Date(activatesAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
  return listStateAt(times, now) === 'active' ? { ...door, state: 'active' } : door;
}
