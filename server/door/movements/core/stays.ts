/**
 * One thing that happened to somebody at the door of a list. `at`: microseconds since 1970, by the clock of the server.
 * `receipt`: which of them the server received first.
 */
export type Movement = {
  kind: 'in' | 'out' | 'undo-in' | 'undo-out';
  at: number;
  receipt: number;
  device: string;
  deviceKey: string | null;
};

type Mark = Pick<Movement, 'at' | 'receipt' | 'device' | 'deviceKey'>;

/**
 * The time from an entry to an exit. `came` is the entry that counts: of several without an exit between them, the one that
 * the server received first. `receipts`: all of them.
 */
export type Stay = { came: Mark; left: Mark | null; receipts: number[] };

/** Of two at the same instant. It does not go by their receipt, so that the order in which they arrive makes no difference. */
const RANK = { in: 0, out: 1, 'undo-in': 2, 'undo-out': 3 };

const inOrder = (a: Movement, b: Movement): number =>
  a.at - b.at || RANK[a.kind] - RANK[b.kind] || a.receipt - b.receipt;

/**
 * When somebody was inside, from everything that is known of them. Movements count in the order in which they happened, not in
 * the order in which they arrived, so phones may send theirs in any order. An exit without an entry changes nothing, nor does an
 * undo of what was not the last movement. Whoever is inside has a last stay without an exit. Pure.
 */
export function staysOf(movements: readonly Movement[]): Stay[] {
  const stays: Stay[] = [];
  for (const movement of movements.toSorted(inOrder)) {
    const last = stays.at(-1);
    const open = last && !last.left ? last : undefined;
    if (movement.kind === 'in') {
      if (!open) stays.push({ came: movement, left: null, receipts: [movement.receipt] });
      else {
        open.receipts.push(movement.receipt);
        if (movement.receipt < open.came.receipt) open.came = movement;
      }
    } else if (movement.kind === 'out') {
      if (open) open.left = movement;
    } else if (movement.kind === 'undo-in') {
      if (open) stays.pop();
    } else if (last?.left) last.left = null;
  }
  return stays;
}

/**
 * The entry that counts instead of the one with this receipt. Null if that one counts itself, or was taken back later.
 */
export function firstInstead(stays: readonly Stay[], receipt: number): Mark | null {
  const stay = stays.find(({ receipts }) => receipts.includes(receipt));
  return stay && stay.came.receipt !== receipt ? stay.came : null;
}

export const isInside = (stays: readonly Stay[]): boolean => stays.length > 0 && stays.at(-1)?.left === null;

/** An entry as it is stored. Times are microseconds. */
export type StoredEntry = {
  id: number;
  inAt: number;
  device: string;
  deviceKey: string | null;
  outAt: number | null;
  outDevice: string | null;
  outDeviceKey: string | null;
};
export type WantedEntry = Omit<StoredEntry, 'id'>;

const toEntry = ({ came, left }: Stay): WantedEntry => ({
  inAt: came.at,
  device: came.device,
  deviceKey: came.deviceKey,
  outAt: left?.at ?? null,
  outDevice: left?.device ?? null,
  outDeviceKey: left?.deviceKey ?? null,
});

export type EntryChanges = {
  gone: number[];
  changed: StoredEntry[];
  added: WantedEntry[];
};

/** What has to be written so that the stored entries are the stays. An entry is known by the time at which it began. Pure. */
export function changesOf(stored: readonly StoredEntry[], stays: readonly Stay[]): EntryChanges {
  const left = [...stored];
  const changes: EntryChanges = { gone: [], changed: [], added: [] };
  for (const wanted of stays.map(toEntry)) {
    const at = left.findIndex(({ inAt }) => inAt === wanted.inAt);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (!same) changes.added.push(wanted);
    else if (same.outAt !== wanted.outAt) changes.changed.push({ ...wanted, id: same.id });
  }
  changes.gone = left.map(({ id }) => id);
  return changes;
}

/** The stored entries as movements, so that an entry without a scan counts too. Those that `known` has are left out. */
export function movementsOfEntries(stored: readonly StoredEntry[], known: readonly Movement[]): Movement[] {
  const isKnown = (kind: Movement['kind'], at: number) =>
    known.some((movement) => movement.kind === kind && movement.at === at);
  return stored.flatMap((entry): Movement[] => {
    const { inAt: at, device, deviceKey, outAt } = entry;
    const came: Movement = { kind: 'in', at, receipt: 0, device, deviceKey };
    const some = isKnown('in', at) ? [] : [came];
    if (outAt === null || isKnown('out', outAt)) return some;
    const out = { device: entry.outDevice ?? '', deviceKey: entry.outDeviceKey };
    return [...some, { kind: 'out', at: outAt, receipt: 0, ...out }];
  });
}
