import type { Db } from '../../db/client.ts';
import { type Counts, countList } from './scan-queries.ts';

/** Scans of other processes and changes of the organizer are visible after this time at the latest. */
const FRESH_MS = 1000;
const MOST_LISTS = 1000;

type Entry = {
  counts: Counts | null;
  freshUntil: number;
  /** Increases with each change that this process committed. */
  changes: number;
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
  const made = { counts: null, freshUntil: 0, changes: 0, running: null, next: null };
  lists.set(listId, made);
  return made;
}

/**
 * How many guests may enter by a list, and how many have entered. The counts are at most a second old and
 * include everything that this process has committed. Many simultaneous scans share one query.
 */
export function countsOf(
  db: Db,
  list: { id: number; event_id: number; all_tickets: boolean },
): Promise<Counts> {
  const entry = entryOf(db, list.id);
  if (entry.counts && performance.now() < entry.freshUntil) return Promise.resolve(entry.counts);
  const start = (): Promise<Counts> => {
    const { changes } = entry;
    entry.next = null;
    entry.running = countList(db, list)
      .then((counts) => {
        // The result may or may not include a change that was committed during the query, so it is not kept.
        entry.counts = entry.changes === changes ? counts : null;
        entry.freshUntil = performance.now() + FRESH_MS;
        return counts;
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

/** Updates the counts of a list after this process has committed entries, or taken some back (`by` below zero). */
export function countChanged(db: Db, listId: number, by: number): void {
  const entry = entryOf(db, listId);
  entry.changes += 1;
  if (entry.counts) entry.counts = { ...entry.counts, checkedIn: entry.counts.checkedIn + by };
}
