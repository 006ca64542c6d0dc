import type { Direction, Verdict } from '@entrada/contract/door/check-in';
import type { ScanOutcome } from '@entrada/contract/door/scan-log';
import type { Tx } from '../../db/client.ts';
import {
  changesOf,
  firstInstead,
  isInside,
  type Movement,
  movementsOfEntries,
  type StoredEntry,
  staysOf,
} from './core/stays.ts';
import * as queries from './queries.ts';

export type { LockedList, PersonAtDoor } from './queries.ts';

/** A scan that moves somebody, or only is a fact. */
export type DoorScan = {
  attendeeId: number | null;
  direction: Direction;
  /** When it happened, in microseconds; null for now. */
  happenedAt: number | null;
  method: 'scan' | 'search' | 'undo';
  device: string;
  /** The phone's own name for itself. */
  deviceKey: string | null;
  nonce: string;
  /** By the clock of the phone. */
  scannedAt: string;
  /** What a phone answered without a connection; null if the server answers now. */
  phoneVerdict: Verdict | null;
  userId: number | null;
  linkId: number | null;
};

/** What the facts say before it is known who is inside. `moves`: null for a scan that moves nobody. */
export type Decided = { outcome: ScanOutcome; moves: Movement['kind'] | null; isConflict: boolean };

export type Recorded = {
  outcome: ScanOutcome;
  attendeeId: number | null;
  conflict: { first: { at: Date; device: string } | null } | null;
};

/** Beyond any id of a scan. */
const NEXT_RECEIPT = 2 ** 52;

/**
 * Records scans in their order and brings the entries of everybody concerned to what all movements together say, whenever they
 * happened. Answers each by its nonce; a known nonce gets its first answer and changes nothing. `decide` sees the locked
 * attendee. `by`: how many more are inside now. The caller holds the list; locks the attendees in the order of their ids.
 */
export async function recordMovements<S extends DoorScan>(
  tx: Tx,
  list: queries.LockedList,
  scans: readonly S[],
  decide: (scan: S, person: queries.PersonAtDoor | undefined) => Decided,
): Promise<{ recorded: Map<string, Recorded>; by: number }> {
  const ids = [...new Set(scans.flatMap(({ attendeeId }) => attendeeId ?? []))];
  const people = await queries.lockPeople(tx, list, ids);
  const nonces = scans.map(({ nonce }) => nonce);
  const recorded = new Map<string, Recorded>();
  for (const one of (await queries.findStored(tx, list.id, nonces)).values())
    recorded.set(one.nonce, toRecorded(one));
  const known = await queries.findMovements(tx, list.id, ids);
  const entries = await queries.findEntries(tx, list.id, ids);
  const movements = new Map(
    ids.map((id): [number, Movement[]] => {
      const own = known.get(id) ?? [];
      return [id, [...own, ...movementsOfEntries(entries.get(id) ?? [], own)]];
    }),
  );
  const facts: queries.NewScan[] = [];
  for (const [at, scan] of scans.entries()) {
    if (recorded.has(scan.nonce)) continue;
    const person = scan.attendeeId === null ? undefined : people.get(scan.attendeeId);
    const own = person && movements.get(person.id);
    const decided = decide(scan, person);
    const { outcome, first } =
      own && decided.moves
        ? move(own, { ...toMovement(scan, list), kind: decided.moves, receipt: NEXT_RECEIPT + at }, decided)
        : { outcome: decided.outcome, first: null };
    const isConflict = decided.isConflict || (first !== null && scan.phoneVerdict !== null);
    const attendeeId = person?.id ?? null;
    facts.push({ ...scan, attendeeId, outcome, conflict: isConflict, first });
    const mark = first && { at: new Date(first.at / 1000), device: first.device };
    recorded.set(scan.nonce, { outcome, attendeeId, conflict: isConflict ? { first: mark } : null });
  }
  await queries.insertFacts(tx, list, facts);
  const moved = new Set(facts.flatMap(({ attendeeId }) => attendeeId ?? []));
  return { recorded, by: list.isDeleted ? 0 : await settle(tx, list, { moved, movements, entries }) };
}

const toMovement = (scan: DoorScan, list: queries.LockedList) => ({
  at: scan.happenedAt ?? list.nowMicros,
  device: scan.device,
  deviceKey: scan.deviceKey,
});

/** Adds a movement to those of somebody. Answers what came of it, and the entry that counts instead. */
function move(
  own: Movement[],
  movement: Movement,
  decided: Decided,
): { outcome: ScanOutcome; first: { at: number; device: string } | null } {
  own.push(movement);
  const stays = staysOf(own);
  if (movement.kind === 'in') {
    const first = firstInstead(stays, movement.receipt);
    return { outcome: first ? 'already_in' : decided.outcome, first };
  }
  if (movement.kind !== 'out') return { outcome: decided.outcome, first: null };
  const isExit = stays.some(({ left }) => left?.receipt === movement.receipt);
  return { outcome: isExit ? 'checked_out' : 'not_inside', first: null };
}

async function settle(
  tx: Tx,
  list: queries.LockedList,
  {
    moved,
    movements,
    entries,
  }: {
    moved: ReadonlySet<number>;
    movements: ReadonlyMap<number, Movement[]>;
    entries: ReadonlyMap<number, StoredEntry[]>;
  },
): Promise<number> {
  let by = 0;
  const changes = new Map(
    [...moved].map((id) => {
      const before = entries.get(id) ?? [];
      const stays = staysOf(movements.get(id) ?? []);
      by += Number(isInside(stays)) - Number(before.some(({ outAt }) => outAt === null));
      return [id, changesOf(before, stays)] as const;
    }),
  );
  await queries.writeEntries(tx, list, changes);
  return by;
}

const toRecorded = (row: queries.StoredScan): Recorded => ({
  outcome: row.outcome as ScanOutcome,
  attendeeId: row.attendeeId,
  conflict: row.conflict
    ? { first: row.firstAt && { at: row.firstAt, device: row.firstDevice ?? '' } }
    : null,
});
