import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const PAUSE_MS = 500;

/**
 * Runs `work` in one process at a time. Others wait for their turn; `onWait` is called once if so. The lock belongs to a
 * connection of its own, so it is free again when its process dies. `work` gets a check that throws, as for a lost
 * connection, if that connection is gone: then another process may have begun.
 */
export async function whileAlone<T>(
  pool: pg.Pool,
  lock: { key: number; onWait: () => void },
  work: (stillAlone: () => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  client.once('end', () => {
    isLost = true;
  });
  const take = async () =>
    (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock.key])).rows[0]
      ?.taken;
  try {
    for (let isTold = false; !(await take()); isTold = true) {
      if (!isTold) lock.onWait();
      await wait(PAUSE_MS);
    }
    return await work(() => {
      if (isLost) throw new Error('Connection terminated: its lock is lost');
    });
  } finally {
    // The end of the connection releases the lock.
    client.release(true);
  }
}
