import type { OfflineHead, OfflinePerson } from '@entrada/contract/door/offline';
import type { Counts } from '../../use-door.ts';
import { type Clocks, type Contact, type ServerClock, serverClock } from '../core/clock.ts';
import type { Kept, Movement } from '../core/decide.ts';
import { signatureChecker, type VerifySignature } from '../core/signature.ts';
import { countPeople } from './counts.ts';
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
  /** All of the event. */
  people: () => readonly OfflinePerson[];
  /** The last movement of somebody, as far as this tab knows. */
  lastKnown: (person: OfflinePerson) => Movement | null;
  findByReference: Kept['findByReference'];
  /** As the header of the door counts, by the people and what this phone did since. Null without a list. */
  counts: () => Counts | null;
  /** Learns what other tabs of this phone did with people. */
  meetMarks: () => Promise<void>;
  /** Takes over what another tab of this phone has stored meanwhile. */
  catchUp: () => Promise<void>;
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
  let list: KeptList | null = null;
  let people = createPeople();
  let movements = createMovements();
  let clock: ServerClock | null = null;
  let checker: Checker | undefined;
  /** The people on the disk that this tab knows. */
  let revision: number | null = null;
  let isOnDisk = true;
  let savedAt = Number.NEGATIVE_INFINITY;
  /** Everybody is counted only after many people changed, not after each scan. */
  let counted: Counts | null = null;

  const adopt = async (stored: Loaded) => {
    list = stored.list ?? null;
    revision = list && (list.revision ?? 0);
    people = createPeople(stored.chunks);
    movements = createMovements(stored.marks);
    clock = list && serverClock({ contact: list.contact, read: readClocks, seenMs: list.seenMs });
    counted = null;
    checker = await checkerOf(list?.head ?? null, checker);
  };
  await adopt(loaded);

  const write = async <T>(change: () => Promise<T>): Promise<T | undefined> => {
    try {
      const done = await change();
      isOnDisk = true;
      return done;
    } catch {
      isOnDisk = false;
      return undefined;
    }
  };
  const current = (): KeptList | null => list && { ...list, seenMs: clock?.now() ?? list.seenMs };
  const find: Kept['find'] = (id) => people.find(id);
  const findByReference: Kept['findByReference'] = (reference) => people.findByReference(reference);

  const isInside = (person: OfflinePerson) => movements.lastOf(person)?.direction === 'in';
  /** A mark changes the counts by one person at most. */
  const moved = (mark: Mark, change: (mark: Mark) => void) => {
    const person = people.find(mark.attendeeId);
    const before = person !== undefined && isInside(person);
    change(mark);
    const by = Number(person !== undefined && isInside(person)) - Number(before);
    if (counted && by !== 0) counted = { ...counted, checkedIn: counted.checkedIn + by };
  };
  const meet = (mark: Mark) => moved(mark, movements.meet);

  const lastOf: Kept['lastOf'] = async (person) => {
    const mark = await store.mark(listShortId, person[0]).catch(() => undefined);
    if (mark) meet(mark);
    return movements.lastOf(person);
  };

  return {
    list: () => list,
    clock: () => clock,
    forDeciding: () =>
      list?.isWhole && checker?.verify && clock && !clock.isOver()
        ? { head: list.head, find, findByReference, lastOf, verify: checker.verify }
        : null,
    canCheck: () => !checker || checker.verify !== null || list === null,
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
        revision: revision ?? 0,
      };
      counted = null;
      clock = serverClock({ contact, read: readClocks, seenMs: 0 });
      checker = await checkerOf(head, checker);
    },
    take: async (came, { cursor, isAnew, askedAt, waits }) => {
      if (!list) return;
      list = { ...list, head: { ...list.head, cursor }, isWhole: true };
      const settled = movements.settle(came, askedAt, waits);
      if (isAnew) people = createPeople();
      const changed = people.put(came);
      counted = null;
      const chunks = new Map([...changed].map((number) => [number, people.chunk(number)]));
      const before = revision;
      const now = current();
      if (!now) return;
      // A contact without changes keeps the chunks as they are.
      const next = { ...now, revision: (before ?? 0) + (isAnew || changed.size > 0 ? 1 : 0) };
      const isSaved = await write(() => store.savePeople(next, { chunks, settled, isAnew, before }));
      if (isSaved) revision = next.revision;
      else if (isSaved === false) await adopt(await store.load(listShortId));
    },
    catchUp: async () => {
      const stored = await store.revision(listShortId).catch(() => null);
      if (stored !== null && stored !== revision) await adopt(await store.load(listShortId));
    },
    mark: (mark) => moved(mark, movements.set),
    find,
    people: () => people.all(),
    lastKnown: (person) => movements.lastOf(person),
    findByReference,
    counts: () => {
      if (list) counted ??= countPeople(list.head, people.all(), isInside);
      return list && counted;
    },
    meetMarks: async () => {
      const marks = await store.marks(listShortId).catch(() => []);
      for (const mark of marks) meet(mark);
    },
    save: () => {
      const now = current();
      if (!now?.isWhole || performance.now() - savedAt < SAVE_MS) return;
      savedAt = performance.now();
      void write(() => store.saveSeen(listShortId, { seenMs: now.seenMs }));
    },
    forget: async () => {
      list = null;
      revision = null;
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
