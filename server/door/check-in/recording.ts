import type { Db } from '../../db/client.ts';
import { createLane, type Lane, runSplitting, type Waiting } from '../../platform/lane.ts';
import { insertScans, type Recorded, type Scan } from './scan-queries.ts';

const MOST_AT_ONCE = 100;

const byDatabase = new WeakMap<Db, Lane<Scan, Recorded>>();

function laneOf(db: Db): Lane<Scan, Recorded> {
  const known = byDatabase.get(db);
  if (known) return known;
  const run = async (part: readonly Waiting<Scan, Recorded>[]) => {
    const recorded = await insertScans(
      db,
      part.map((waiting) => waiting.request),
    );
    for (const [at, waiting] of part.entries()) {
      const one = recorded[at];
      if (one) waiting.answer(one);
      else waiting.refuse(new Error('A scan was not recorded'));
    }
  };
  const made = createLane<Scan, Recorded>({
    run: (batch) => runSplitting(batch, { run }),
    maxBatch: MOST_AT_ONCE,
  });
  byDatabase.set(db, made);
  return made;
}

/**
 * Records a scan in a batch with the scans that arrive while other scans are recorded. The batch shares one
 * commit and its locks. A scan that the database refuses, for example for a known nonce, is refused alone
 * with the database's error.
 */
export const recordScan = (db: Db, scan: Scan): Promise<Recorded> => laneOf(db).submit(scan);
