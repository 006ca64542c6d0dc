import type { OfflinePerson } from '@entrada/contract/door/offline';
import type { Mark } from './movements.ts';
import type { KeptList, Store, Waiting } from './store.ts';

/** A disk for tests. It outlives the device. `isFull`: it takes no more scans. */
export function buildStore(): Store & {
  isFull: boolean;
  rows: () => { people: number; scans: number; lists: number };
} {
  const lists = new Map<string, KeptList>();
  const people = new Map<string, Map<number, OfflinePerson[]>>();
  const marks = new Map<string, Map<number, Mark>>();
  const scans = new Map<number, Waiting>();
  let nextId = 1;
  const of = <T>(all: Map<string, Map<number, T>>, list: string) => {
    const found = all.get(list) ?? new Map<number, T>();
    all.set(list, found);
    return found;
  };
  const waiting = async (list: string) =>
    [...scans.values()].filter(({ listShortId }) => listShortId === list);
  const store = {
    isFull: false,
    rows: () => ({
      people: [...people.values()].flatMap((chunks) => [...chunks.values()].flat()).length,
      scans: scans.size,
      lists: lists.size,
    }),
    load: async (list: string) => ({
      list: lists.get(list),
      chunks: [...of(people, list).values()].map((chunk) => [...chunk]),
      marks: [...of(marks, list).values()],
      waiting: await waiting(list),
    }),
    revision: async (list: string) => lists.get(list)?.revision ?? null,
    saveSeen: async (list: string, seen: Parameters<Store['saveSeen']>[1]) => {
      const known = lists.get(list);
      if (known) lists.set(list, { ...known, ...seen });
    },
    savePeople: async (list: KeptList, change: Parameters<Store['savePeople']>[1]) => {
      if ((lists.get(list.listShortId)?.revision ?? null) !== change.before) return false;
      lists.set(list.listShortId, list);
      const own = of(people, list.listShortId);
      if (change.isAnew) own.clear();
      for (const [number, chunk] of change.chunks) own.set(number, chunk);
      for (const id of change.settled) of(marks, list.listShortId).delete(id);
      return true;
    },
    marks: async (list: string) => [...of(marks, list).values()],
    mark: async (list: string, attendeeId: number) => of(marks, list).get(attendeeId),
    saveMark: async (list: string, mark: Mark) => void of(marks, list).set(mark.attendeeId, mark),
    enqueue: async (scan: Omit<Waiting, 'id'>, mark: Mark | null) => {
      if (store.isFull) throw new Error('QuotaExceededError');
      const kept = { ...scan, id: nextId };
      nextId += 1;
      scans.set(kept.id, kept);
      if (mark) of(marks, scan.listShortId).set(mark.attendeeId, mark);
      return kept;
    },
    waiting,
    dequeue: async (ids: readonly number[]) => {
      for (const id of ids) scans.delete(id);
    },
    forget: async (list: string) => {
      lists.delete(list);
      people.delete(list);
      marks.delete(list);
    },
    lists: async () => [...lists.values()],
  };
  return store;
}
