import type { CheckInListState } from '@entrada/contract/check-in';
import { sql } from 'kysely';
import { listState } from './core/verdict.ts';

/** Whether a list is active, as a row that brought the database's time with it. */
export const stateOf = (list: {
  activates_at: Date | null;
  expires_at: Date | null;
  now: Date;
}): CheckInListState => listState({ activatesAt: list.activates_at, expiresAt: list.expires_at }, list.now);

/** The same in SQL, of a list `l`. */
export const STATE_SQL = sql`
  case when l.expires_at <= app.now() then 'expired' when l.activates_at > app.now() then 'not_active' else 'active' end`;
