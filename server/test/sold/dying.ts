import type { Transaction } from 'kysely';
import { type Db, openDatabase } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';

/** A database whose process is killed before its nth transaction commits. For a process that a test starts. */
export function dyingDatabase(url: string, nth: number): Db {
  const { db } = openDatabase({
    url,
    poolSize: 2,
    applicationName: 'dying process',
    onConnectionError: () => undefined,
  });
  let begun = 0;
  const transaction = () => ({
    execute: (run: (tx: Transaction<DB>) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        begun += 1;
        const done = await run(tx);
        if (begun === nth) process.kill(process.pid, 'SIGKILL');
        return done;
      }),
  });
  return new Proxy(db, {
    get: (_, key: keyof typeof db) => {
      if (key === 'transaction') return transaction;
      const value = db[key];
      return typeof value === 'function' ? (value as () => unknown).bind(db) : value;
    },
  });
}
