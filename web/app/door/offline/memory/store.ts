import type { OfflineHead, OfflinePerson, sendOfflineScans } from '@entrada/contract/door/offline';
import type { InputOf } from '@entrada/contract/endpoint';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Contact } from '../core/clock.ts';
import type { Mark } from './movements.ts';

/** The names that the service worker uses as well (`web/door-worker.js`). */
export const DATABASE = 'entrada-door';

export type Scan = InputOf<typeof sendOfflineScans>['body']['scans'][number];
/**
 * A scan that waits. `id` is its place in the queue. `device`: the name of the phone then. `deviceMs`: its own clock then; the
 * scan says the time of the server, as far as the phone knew it. `attendeeId`: null for an unknown code.
 */
export type Waiting = {
  id: number;
  listShortId: string;
  device: string;
  deviceMs: number;
  scan: Scan;
  attendeeId: number | null;
};

/**
 * What this phone knows of a list besides its people, who are all stored if `isWhole`. `revision` grows with each change of
 * them, so that a tab sees that another one was faster.
 */
export type KeptList = {
  listShortId: string;
  head: OfflineHead;
  contact: Contact;
  /** The latest time of the server that this phone has told since the contact. */
  seenMs: number;
  isWhole: boolean;
  revision: number;
};

type Schema = DBSchema & {
  lists: { key: string; value: KeptList };
  people: { key: [string, number]; value: OfflinePerson[] };
  marks: { key: [string, number]; value: Mark };
  scans: { key: number; value: Omit<Waiting, 'id'>; indexes: { list: string } };
};

export type Store = {
  load: (listShortId: string) => Promise<Loaded>;
  /** Null for a list that is not on this phone. */
  revision: (listShortId: string) => Promise<number | null>;
  /** Writes what changes with time alone, if the list is still on this phone. */
  saveSeen: (listShortId: string, seen: Pick<KeptList, 'seenMs'>) => Promise<void>;
  /**
   * Writes chunks and the list in one step, so that a cursor never stands before its people. `isAnew`: they are all people;
   * older chunks go. False, and nothing is written, if another tab has changed them since `before`: its chunks may hold other
   * people under the same numbers.
   */
  savePeople: (list: KeptList, change: PeopleChange) => Promise<boolean>;
  mark: (listShortId: string, attendeeId: number) => Promise<Mark | undefined>;
  marks: (listShortId: string) => Promise<Mark[]>;
  saveMark: (listShortId: string, mark: Mark) => Promise<void>;
  /** Returns when the scan is on the disk. Throws `QuotaExceededError` if there is no room. */
  enqueue: (waiting: Omit<Waiting, 'id'>, mark: Mark | null) => Promise<Waiting>;
  waiting: (listShortId: string) => Promise<Waiting[]>;
  dequeue: (ids: readonly number[]) => Promise<void>;
  /** Removes all but the waiting scans. */
  forget: (listShortId: string) => Promise<void>;
  lists: () => Promise<KeptList[]>;
};

export type PeopleChange = {
  chunks: ReadonlyMap<number, OfflinePerson[]>;
  /** Whose marks say nothing more. */
  settled: readonly number[];
  /** The revision that this tab knows; null if it knows of none. */
  before: number | null;
  isAnew: boolean;
};

export type Loaded = {
  list: KeptList | undefined;
  chunks: OfflinePerson[][];
  marks: Mark[];
  waiting: Waiting[];
};

/** What survives the page, the browser and an empty battery. Throws where the browser keeps nothing. */
export async function openStore(): Promise<Store> {
  const db = await openDB<Schema>(DATABASE, 1, {
    upgrade(created) {
      created.createObjectStore('lists', { keyPath: 'listShortId' });
      created.createObjectStore('people');
      created.createObjectStore('marks');
      created.createObjectStore('scans', { autoIncrement: true }).createIndex('list', 'listShortId');
    },
    blocking: () => db.close(),
  });
  const allOf = (listShortId: string) =>
    IDBKeyRange.bound([listShortId, 0], [listShortId, Number.MAX_SAFE_INTEGER]);
  return {
    load: async (listShortId) => {
      const [list, chunks, marks, waiting] = await Promise.all([
        db.get('lists', listShortId),
        db.getAll('people', allOf(listShortId)),
        db.getAll('marks', allOf(listShortId)),
        waitingOf(db, listShortId),
      ]);
      return { list, chunks, marks, waiting };
    },
    revision: async (listShortId) => revisionOf(await db.get('lists', listShortId)),
    saveSeen: async (listShortId, seen) => {
      const change = db.transaction('lists', 'readwrite');
      const list = await change.store.get(listShortId);
      if (list) void change.store.put({ ...list, ...seen });
      await change.done;
    },
    savePeople: async (list, { chunks, settled, isAnew, before }) => {
      const { listShortId } = list;
      const change = db.transaction(['lists', 'people', 'marks'], 'readwrite');
      if (revisionOf(await change.objectStore('lists').get(listShortId)) !== before) return false;
      void change.objectStore('lists').put(list);
      if (isAnew) void change.objectStore('people').delete(allOf(listShortId));
      for (const [number, people] of chunks)
        void change.objectStore('people').put(people, [listShortId, number]);
      for (const id of settled) void change.objectStore('marks').delete([listShortId, id]);
      await change.done;
      return true;
    },
    marks: (listShortId) => db.getAll('marks', allOf(listShortId)),
    mark: (listShortId, attendeeId) => db.get('marks', [listShortId, attendeeId]),
    saveMark: async (listShortId, mark) => void (await db.put('marks', mark, [listShortId, mark.attendeeId])),
    enqueue: async (waiting, mark) => {
      const change = db.transaction(['scans', 'marks'], 'readwrite', { durability: 'strict' });
      const key = change.objectStore('scans').add(waiting);
      if (mark) void change.objectStore('marks').put(mark, [waiting.listShortId, mark.attendeeId]);
      await change.done;
      return { ...waiting, id: await key };
    },
    waiting: (listShortId) => waitingOf(db, listShortId),
    dequeue: async (ids) => {
      const change = db.transaction('scans', 'readwrite');
      for (const id of ids) void change.store.delete(id);
      await change.done;
    },
    forget: async (listShortId) => {
      const change = db.transaction(['lists', 'people', 'marks'], 'readwrite');
      void change.objectStore('lists').delete(listShortId);
      void change.objectStore('people').delete(allOf(listShortId));
      void change.objectStore('marks').delete(allOf(listShortId));
      await change.done;
    },
    lists: () => db.getAll('lists'),
  };
}

/** Lists that were stored by an earlier version of this page have none. */
const revisionOf = (list: { revision?: number } | undefined): number | null =>
  list ? (list.revision ?? 0) : null;

/** The oldest first. */
async function waitingOf(db: IDBPDatabase<Schema>, listShortId: string): Promise<Waiting[]> {
  const { store, done } = db.transaction('scans');
  const index = store.index('list');
  const [rows, ids] = await Promise.all([index.getAll(listShortId), index.getAllKeys(listShortId), done]);
  return rows.flatMap((row, nth) => {
    const id = ids[nth];
    return id === undefined ? [] : [{ ...row, id }];
  });
}
