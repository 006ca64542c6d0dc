import type pg from 'pg';

const CHANNEL = 'entrada_live';
/** Another NOTIFY follows no sooner. PostgreSQL takes a lock of the whole server for each. */
const GAP_MS = 250;
/** After a lost connection the next try to listen follows. */
const RETRY_MS = 1_000;

export type Wake = {
  /** Says to all processes that something may have changed. Many calls share one NOTIFY. Never throws. */
  tell: () => void;
  /** Listens until `stop`, on a connection of its own. Comes back by itself when that is lost. */
  listen: () => void;
  stop: () => void;
};

/**
 * Wakes the readers of the feed in all processes. It only saves them the wait for their next look, so nothing is lost if it
 * fails. NOTIFY is sent after the change was committed and outside any transaction: within one, its lock would make all
 * commits of the server wait for one another.
 */
export function createWake(pool: pg.Pool, onWake: () => void): Wake {
  let isWanted = false;
  let client: pg.PoolClient | null = null;
  let retry: NodeJS.Timeout | undefined;
  let gap: NodeJS.Timeout | undefined;
  let isToldAgain = false;

  const send = () => {
    isToldAgain = false;
    gap = setTimeout(() => {
      gap = undefined;
      if (isToldAgain) send();
    }, GAP_MS).unref();
    if (!pool.ending) void pool.query(`select pg_notify('${CHANNEL}', '')`).catch(() => undefined);
  };
  const again = () => {
    drop();
    clearTimeout(retry);
    if (isWanted) retry = setTimeout(() => void connect(), RETRY_MS).unref();
  };
  const connect = async () => {
    try {
      const made = await pool.connect();
      if (!isWanted || client) return made.release();
      client = made;
      made.once('end', () => client === made && again());
      made.on('notification', onWake);
      await made.query(`listen ${CHANNEL}`);
    } catch {
      again();
    }
  };
  const drop = () => {
    const gone = client;
    client = null;
    gone?.removeListener('notification', onWake);
    // The end of the connection ends the listening.
    gone?.release(true);
  };
  return {
    tell: () => {
      if (gap) isToldAgain = true;
      else send();
    },
    listen: () => {
      if (isWanted) return;
      isWanted = true;
      void connect();
    },
    stop: () => {
      isWanted = false;
      clearTimeout(retry);
      drop();
    },
  };
}
