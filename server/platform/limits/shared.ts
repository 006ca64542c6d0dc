import { sql } from 'kysely';
import { LIMITS_BY_PURPOSE, type Limit, type RateLimits } from '../../config/rate-limits.ts';
import type { Db } from '../../db/client.ts';
import { fail } from '../errors.ts';
import { hashText } from '../secrets.ts';

export { LIMITS_BY_PURPOSE, type Limit };

/**
 * Limits that count over all processes, in an unlogged table. For rare calls that guess at secrets or send mails, never
 * for the hot path. The times are of the database's real clock, which no test moves.
 */
export type SharedLimiters = {
  /** Counts one call. Throws RATE_LIMITED with Retry-After if there were too many within the window. */
  spend: (limit: Limit, key: string) => Promise<void>;
  /**
   * Counts one try that may be wrong. The last of `points` free tries and each later one start a pause, which doubles from
   * one second up to `limit.seconds`. Within a pause it throws RATE_LIMITED and lengthens nothing. Nobody is locked out
   * forever.
   */
  pause: (limit: Limit, key: string) => Promise<void>;
  /** Forgets every try, for example after a right answer. */
  forget: (limit: Limit, key: string) => Promise<void>;
};

/** Tries are forgotten after an hour without a new one, but not before twice the longest pause. */
const QUIET_SECONDS = 3600;

/** Shared limits on a database. `overrides` replace defaults by name. */
export function createSharedLimiters(db: Db, overrides: RateLimits = {}): SharedLimiters {
  const actual = (limit: Limit): Limit => ({ ...limit, ...overrides[limit.name] });
  return {
    spend: async (limit, key) => {
      const { name, points, seconds } = actual(limit);
      const window = sql`clock_timestamp() + make_interval(secs => ${seconds})`;
      const { rows } = await sql<{ count: number; left: number }>`
        insert into app.rate_limits as l (name, key, count, until, forget_at)
        values (${name}, ${hashText(key)}, 1, ${window}, ${window})
        on conflict (name, key) do update set
          count = case when l.until <= clock_timestamp() then 1 else l.count + 1 end,
          until = case when l.until <= clock_timestamp() then excluded.until else l.until end,
          forget_at = case when l.until <= clock_timestamp() then excluded.until else l.until end
        returning count, extract(epoch from until - clock_timestamp())::float8 as left`.execute(db);
      const [row] = rows;
      if (row && row.count > points) throw fail('RATE_LIMITED', { retryAfter: Math.max(1, row.left) });
    },
    pause: async (limit, key) => {
      const { name, points, seconds } = actual(limit);
      const id = hashText(key);
      const quiet = Math.max(QUIET_SECONDS, 2 * seconds);
      const count = sql`case when l.forget_at <= clock_timestamp() then 1 else l.count + 1 end`;
      const pauseAfter = (tries: ReturnType<typeof sql>) =>
        sql`clock_timestamp() + make_interval(secs => case when ${tries} < ${points}::int then 0
          else least(${seconds}::float8, 2 ^ least(${tries} - ${points}::int, 30)) end)`;
      const { rows } = await sql`
        insert into app.rate_limits as l (name, key, count, until, forget_at)
        values (${name}, ${id}, 1, ${pauseAfter(sql`1`)}, clock_timestamp() + make_interval(secs => ${quiet}))
        on conflict (name, key) do update set count = ${count}, until = ${pauseAfter(sql`(${count})`)},
          forget_at = excluded.forget_at
        where l.until <= clock_timestamp() or l.forget_at <= clock_timestamp()
        returning 1`.execute(db);
      if (rows.length > 0) return;
      const { rows: waiting } = await sql<{ left: number }>`
        select extract(epoch from until - clock_timestamp())::float8 as left
        from app.rate_limits where name = ${name} and key = ${id}`.execute(db);
      throw fail('RATE_LIMITED', { retryAfter: Math.max(0.1, waiting[0]?.left ?? 1) });
    },
    forget: async (limit, key) => {
      await sql`delete from app.rate_limits where name = ${limit.name} and key = ${hashText(key)}`.execute(
        db,
      );
    },
  };
}

/** Removes counts that no longer matter. */
export async function forgetOldCounts(db: Db): Promise<void> {
  await sql`delete from app.rate_limits where forget_at < clock_timestamp()`.execute(db);
}
