// A process that runs an import and is killed before the nth of its transactions commits: `url importId nth`.
import type { Transaction } from 'kysely';
import { openDatabase } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import { runImport } from '../../sales/imports/work.ts';

const [url = '', importId = '', nth = ''] = process.argv.slice(2);
const { db } = openDatabase({
  url,
  poolSize: 2,
  applicationName: 'dying import',
  onConnectionError: () => undefined,
});
let begun = 0;
const transaction = () => ({
  execute: (run: (tx: Transaction<DB>) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      begun += 1;
      const done = await run(tx);
      if (begun === Number(nth)) process.kill(process.pid, 'SIGKILL');
      return done;
    }),
});
const dying = new Proxy(db, {
  get: (_, key: keyof typeof db) => {
    if (key === 'transaction') return transaction;
    const value = db[key];
    return typeof value === 'function' ? (value as () => unknown).bind(db) : value;
  },
});
const config = { bulkMailsPerDay: 1_000_000 };
await runImport({ db: dying, config } as unknown as JobCtx, Number(importId), false);
