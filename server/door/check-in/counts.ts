import type { Db } from '../../db/client.ts';
import { type Counts, countList } from './scan-queries.ts';

/** Scans of other processes and changes of the organizer are visible after this time at the latest. */
const FRESH_MS = 1000;
const MOST_LISTS = 1000;

type Counted = Counts & { snapshot: string };
type Change = { xid: string; by: number };
type Entry = {
  counts: Counted | null;
  freshUntil: number;
  /** Increases with each change that this process committed without saying by which transaction. */
  unknown: number;
  /** The others since the running query began. */
  recent: Change[];
  running: Promise<Counts> | null;
  next: Promise<Counts> | null;
};

const byDatabase = new WeakMap<Db, Map<number, Entry>>();

function entryOf(db: Db, listId: number): Entry {
  const lists = byDatabase.get(db) ?? new Map<number, Entry>();
  byDatabase.set(db, lists);
  const known = lists.get(listId);
  if (known) return known;
  if (lists.size >= MOST_LISTS) lists.clear();
  const made = { counts: null, freshUntil: 0, unknown: 0, recent: [], running: null, next: null };
  lists.set(listId, made);
  return made;
}

/** Whether a snapshot (`xmin:xmax:running`) includes what a committed transaction wrote. */
function includes(snapshot: string, xid: string): boolean {
  const [from = '', upto = '', running = ''] = snapshot.split(':');
  if (BigInt(xid) < BigInt(from)) return true;
  return BigInt(xid) < BigInt(upto) && !running.split(',').includes(xid);
}

const plus = (counts: Counted, { xid, by }: Change): Counted =>
  includes(counts.snapshot, xid) ? counts : { ...counts, checkedIn: counts.checkedIn + by };

const shown = ({ attendees, checkedIn }: Counts): Counts => ({ attendees, checkedIn });

/**
 * How many guests may enter by a list, and how many have entered. The counts are at most a second old and
 * include everything that this process has committed. Many simultaneous scans share one query.
 */
export function countsOf(
  db: Db,
  list: { id: number; event_id: number; all_tickets: boolean },
): Promise<Counts> {
  const entry = entryOf(db, list.id);
  if (entry.counts && performance.now() < entry.freshUntil) return Promise.resolve(shown(entry.counts));
  const start = (): Promise<Counts> => {
    const { unknown } = entry;
    entry.next = null;
    entry.recent = [];
    entry.running = countList(db, list)
      .then((found) => {
        const counts = entry.recent.reduce(plus, found);
        // The result may or may not include a change of which that is not known, so it is not kept.
        entry.counts = entry.unknown === unknown ? counts : null;
        entry.freshUntil = performance.now() + FRESH_MS;
        return shown(counts);
      })
      .finally(() => {
        entry.running = null;
      });
    return entry.running;
  };
  if (!entry.running) return start();
  // The running query may have started before the caller's own scan was committed.
  entry.next ??= entry.running.then(start, start);
  return entry.next;
}

/**
 * Updates the counts of a list after this process has committed entries, or taken some back (`by` below zero). With the
 * transaction that did it, counts that are being read include it exactly once, and need not be read again.
 */
export function countChanged(db: Db, listId: number, by: number, xid?: string): void {
  const entry = entryOf(db, listId);
  if (xid === undefined) {
    entry.unknown += 1;
    if (entry.counts) entry.counts = { ...entry.counts, checkedIn: entry.counts.checkedIn + by };
    return;
  }
  if (entry.running !== null) entry.recent.push({ xid, by });
  if (entry.counts) entry.counts = plus(entry.counts, { xid, by });
}
