import type { Socket } from 'node:net';
import type pg from 'pg';
import { errorCodeOf, SQLSTATE } from './errors.ts';

/** The parts of a connection of pg that its types do not declare. */
type Inside = pg.PoolClient & {
  /** False while an answer of the server is awaited. */
  readyForQuery: boolean;
  connection: NodeJS.EventEmitter & { stream: Socket };
};

/** What had already come when a pause of this process ended is read within this time. */
const READ_MS = 1_000;

/**
 * Closes a connection on which the server has said nothing to a query for `silenceMs`. Its queries then fail as
 * unavailable. A server, disk or network that hangs ends no connection, and the server's own time limit does not
 * help while the server hangs. Connections that wait for no answer stay open.
 */
export function closeSilent(pool: pg.Pool, silenceMs: number): void {
  pool.on('connect', (client) => {
    const inside = client as Inside;
    const { stream } = inside.connection;
    stream.setTimeout(silenceMs);
    stream.on('timeout', () => {
      if (inside.readyForQuery) return;
      const { bytesRead } = stream;
      // After a pause of this process timers run before the answers are read that came meanwhile.
      setTimeout(() => {
        if (!inside.readyForQuery && stream.bytesRead === bytesRead)
          stream.destroy(new Error('Connection terminated: the database server does not answer'));
      }, READ_MS).unref();
    });
  });
}

/**
 * Gives no connection out again on which the server refused to write because it is read-only. After a failover such
 * a connection leads to a server that is no longer the one to write to, and it would stay so for as long as it is used.
 */
export function leaveReadOnly(pool: pg.Pool): void {
  const left = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    (client as Inside).connection.on('errorMessage', (message: unknown) => {
      if (errorCodeOf(message) === SQLSTATE.readOnlyTransaction) left.add(client);
    });
  });
  // The pool removes a connection that is ending when it comes back.
  pool.on('release', (_error, client) => {
    if (left.has(client)) void client.end();
  });
}
