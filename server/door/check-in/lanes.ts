import type { Db } from '../../db/client.ts';
import { createLane, type Lane, runSplitting } from '../../platform/lane.ts';
import { type Facts, findFactsOf, type Kind, kindOf, type Question } from './facts-queries.ts';
import { insertScans, type Recorded, type Scan } from './scan-queries.ts';

const MOST_AT_ONCE = 100;

/** A lane for each database. `run` answers a batch as a whole, in its order. */
function laneFor<Q, A>(run: (db: Db, batch: readonly Q[]) => Promise<readonly A[]>): (db: Db) => Lane<Q, A> {
  const byDatabase = new WeakMap<Db, Lane<Q, A>>();
  return (db) => {
    const known = byDatabase.get(db);
    if (known) return known;
    const made = createLane<Q, A>({
      run: (batch) =>
        runSplitting(batch, {
          run: async (part) => {
            const answers = await run(
              db,
              part.map(({ request }) => request),
            );
            part.forEach((waiting, at) => {
              waiting.answer(answers[at] as A);
            });
          },
        }),
      maxBatch: MOST_AT_ONCE,
    });
    byDatabase.set(db, made);
    return made;
  };
}

const asking = (kind: Kind) =>
  laneFor<Question, Facts | undefined>((db, batch) => findFactsOf(db, kind, batch));
const looking: Record<Kind, ReturnType<typeof asking>> = {
  'id link': asking('id link'),
  'id list': asking('id list'),
  'reference link': asking('reference link'),
  'reference list': asking('reference list'),
};

/**
 * What is known of a list and of a person on it. Scans that ask while others are answered share one statement. Undefined
 * if there is no such list or link; a link that is closed is found.
 */
export const findFacts = (db: Db, question: Question): Promise<Facts | undefined> =>
  looking[kindOf(question)](db).submit(question);

const recording = laneFor<Scan, Recorded>(insertScans);

/**
 * Records a scan in a batch with the scans that arrive while other scans are recorded. The batch shares one
 * commit and its locks. A scan that the database refuses, for example for a known nonce, is refused alone
 * with the database's error.
 */
export const recordScan = (db: Db, scan: Scan): Promise<Recorded> => recording(db).submit(scan);
