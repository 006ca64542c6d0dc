import type { OfflineHead, OfflinePerson } from '@entrada/contract/door/offline';
import { type Clocks, type Contact, type ServerClock, serverClock } from '../core/clock.ts';
import type { Kept } from '../core/decide.ts';
import { signatureChecker, type VerifySignature } from '../core/signature.ts';
import { createMovements, type Mark } from './movements.ts';
import { createPeople } from './people.ts';
import type { KeptList, Loaded, Store } from './store.ts';

/** What changes with time alone is written no more often than this. */
const SAVE_MS = 30_000;

/** Both clocks of this phone. */
export const readClocks = (): Clocks => ({ deviceMs: Date.now(), steadyMs: performance.now() });

/** Checks signatures with the keys of a head. Keys change rarely, so they are read once. */
type Checker = { keys: string; verify: VerifySignature | null };

/**
 * The tickets of one list on this phone, in memory and on its disk. In memory they serve also if the disk is full
 * (`isOnDisk`).
 */
export type KeptTickets = {
  list: () => KeptList | null;
  clock: () => ServerClock | null;
  /** Null while this phone cannot decide: it has not all people, their time is over, or it cannot check signatures. */
  forDeciding: () => Kept | null;
  canCheck: () => boolean;
  size: () => number;
  isOnDisk: () => boolean;
  /** A head came. The people are as before. */
  meet: (head: OfflineHead, contact: Contact) => Promise<void>;
  /** People came: all of them, or those who changed. `askedAt`: the time of the server when this phone asked for them. */
  take: (people: readonly OfflinePerson[], how: Taking) => Promise<void>;
  mark: (mark: Mark) => void;
  find: Kept['find'];
  findByReference: Kept['findByReference'];
  setCounts: (counts: KeptList['counts']) => void;
  /** Writes what changes with time alone. */
  save: () => void;
  forget: () => Promise<void>;
};

/** `cursor`: where the next changes begin. `waits`: whether a scan of somebody waits on this phone. */
export type Taking = {
  cursor: string;
  isAnew: boolean;
  askedAt: number;
  waits: (attendeeId: number) => boolean;
};

export async function keepTickets(store: Store, listShortId: string, loaded: Loaded): Promise<KeptTickets> {
  let list = loaded.list ?? null;
  let people = createPeople(loaded.chunks);
  let movements = createMovements(loaded.marks);
  let clock: ServerClock | null =
    list && serverClock({ contact: list.contact, read: readClocks, seenMs: list.seenMs });
  let checker: Checker = await checkerOf(list?.head ?? null);
  let isOnDisk = true;
  let savedAt = Number.NEGATIVE_INFINITY;
  let counts = list?.counts ?? { attendees: 0, checkedIn: 0 };

  const write = async (change: () => Promise<void>) => {
    try {
      await change();
      isOnDisk = true;
    } catch {
      isOnDisk = false;
    }
  };
  const current = (): KeptList | null => list && { ...list, counts, seenMs: clock?.now() ?? list.seenMs };
  const find: Kept['find'] = (id) => people.find(id);
  const findByReference: Kept['findByReference'] = (reference) => people.findByReference(reference);

  return {
    list: () => list,
    clock: () => clock,
    forDeciding: () =>
      list?.isWhole && checker.verify && clock && !clock.isOver()
        ? { head: list.head, find, findByReference, lastOf: movements.lastOf, verify: checker.verify }
        : null,
    canCheck: () => checker.verify !== null || list === null,
    size: () => people.size(),
    isOnDisk: () => isOnDisk,
    meet: async (head, contact) => {
      // The cursor goes on only with the people that stand before it.
      const cursor = list?.head.cursor ?? head.cursor;
      list = {
        listShortId,
        head: { ...head, cursor },
        contact,
        seenMs: 0,
        isWhole: list?.isWhole ?? false,
        counts,
      };
      clock = serverClock({ contact, read: readClocks, seenMs: 0 });
      checker = await checkerOf(head, checker);
    },
    take: async (came, { cursor, isAnew, askedAt, waits }) => {
      if (!list) return;
      list = { ...list, head: { ...list.head, cursor }, isWhole: true };
      const settled = movements.settle(came, askedAt, waits);
      if (isAnew) people = createPeople();
      const changed = people.put(came);
      const chunks = new Map([...changed].map((number) => [number, people.chunk(number)]));
      const now = current();
      if (now) await write(() => store.savePeople(now, { chunks, settled, isAnew }));
    },
    mark: (mark) => movements.set(mark),
    find,
    findByReference,
    setCounts: (given) => {
      counts = given;
    },
    save: () => {
      const now = current();
      if (!now?.isWhole || performance.now() - savedAt < SAVE_MS) return;
      savedAt = performance.now();
      void write(() => store.saveList(now));
    },
    forget: async () => {
      list = null;
      clock = null;
      people = createPeople();
      movements = createMovements();
      await store.forget(listShortId);
    },
  };
}

async function checkerOf(head: OfflineHead | null, before?: Checker): Promise<Checker> {
  const keys = head?.publicKeys.join() ?? '';
  if (before?.keys === keys && before.verify) return before;
  return { keys, verify: await signatureChecker(head?.publicKeys ?? []) };
}
