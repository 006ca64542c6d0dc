import type { DoorRole } from '@entrada/contract/door/check-in-links';
import { ApiError } from '../../platform/api/error.ts';
import type { Attempt, UndoAttempt } from '../attempt.ts';
import { type Asked, decide, guestOf } from './core/decide.ts';
import type { KeptTickets } from './memory/kept.ts';
import type { Mark } from './memory/movements.ts';
import type { Scan, Store, Waiting } from './memory/store.ts';
import { alone } from './tabs/alone.ts';
import type { DeviceAnswer, DeviceUndone } from './types.ts';

/** A tab that sleeps while it decides keeps nobody at the door waiting. */
const PATIENCE_MS = 400;

/** Where this phone decides by itself, one person at a time, and what waits there for the server. */
export type Desk = {
  waiting: () => number;
  waits: (attendeeId: number) => boolean;
  /** What waits about somebody, the oldest first. */
  scansOf: (attendeeId: number) => readonly Scan[];
  /** The server has these. */
  sent: (ids: ReadonlySet<number>) => void;
  /** Reads what waits on the disk and whom other tabs let in or out. They put and take there as well. */
  recount: () => Promise<void>;
  /** The last scan found no room. */
  isFull: () => boolean;
  /** Decides, and answers when the scan is on the disk. Throws NETWORK without tickets, STORAGE_FULL without room. */
  attempt: (attempt: Attempt) => Promise<DeviceAnswer>;
  /** Takes an entry back. Throws OFFLINE if this phone may not, or does not know the person. */
  undo: (attempt: UndoAttempt) => Promise<DeviceUndone>;
  /** The server let somebody in or out, or took that back. */
  remember: (reference: string, direction: Mark['direction']) => void;
};

type Options = {
  store: Store;
  listShortId: string;
  name: () => string;
  role: () => DoorRole;
  tickets: KeptTickets;
  /** The time of the server. */
  now: () => number;
  waiting: readonly Waiting[];
  onChange: () => void;
};

export function openDesk({
  store,
  listShortId,
  name,
  role,
  tickets,
  now,
  onChange,
  ...first
}: Options): Desk {
  let queue = first.waiting;
  let isFull = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** The next one must know of the one before, whichever tab of this phone it was made in. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(() => alone(`entrada.door.desk.${listShortId}`, PATIENCE_MS, work));
    turn = done.catch(() => undefined);
    return done;
  };
  const counts = () => tickets.counts() ?? { attendees: 0, checkedIn: 0 };
  const markOf = (attendeeId: number, direction: Mark['direction'], at: number): Mark => ({
    attendeeId,
    direction,
    at,
    device: name(),
  });

  const enqueue = async (
    scan: Omit<Scan, 'scannedAt'>,
    at: number,
    mark: Mark | null,
    attendeeId: number | null,
  ) => {
    const scannedAt = new Date(at).toISOString();
    const waiting = {
      listShortId,
      device: name(),
      deviceMs: Date.now(),
      scan: { ...scan, scannedAt },
      attendeeId,
    };
    try {
      queue = [...queue, await store.enqueue(waiting, mark)];
      isFull = false;
      if (mark) tickets.mark(mark);
    } catch {
      isFull = true;
      throw new ApiError({ status: 507, code: 'STORAGE_FULL' });
    } finally {
      onChange();
    }
    tickets.save();
  };

  return {
    waiting: () => queue.length,
    waits: (attendeeId) => queue.some((waiting) => waiting.attendeeId === attendeeId),
    scansOf: (attendeeId) =>
      queue.filter((waiting) => waiting.attendeeId === attendeeId).map(({ scan }) => scan),
    sent: (ids) => {
      queue = queue.filter(({ id }) => !ids.has(id));
    },
    recount: () =>
      inTurn(async () => {
        queue = await store.waiting(listShortId).catch(() => queue);
        await tickets.meetMarks();
      }),
    isFull: () => isFull,
    attempt: (attempt) =>
      inTurn(async () => {
        const kept = tickets.forDeciding();
        if (!kept) throw new ApiError({ status: 0, code: 'NETWORK' });
        const at = now();
        const { direction } = attempt;
        const subject = attempt.method === 'scan' ? { code: attempt.code } : { reference: attempt.reference };
        const asked: Asked = { ...subject, direction, now: new Date(at) };
        const { person, ...decided } = await decide(kept, asked);
        const { verdict } = decided;
        const hasMoved = verdict === 'admitted' || verdict === 'checked_out';
        const mark = person && hasMoved ? markOf(person[0], direction, at) : null;
        await enqueue(
          { ...subject, nonce: attempt.nonce, direction, verdict },
          at,
          mark,
          person?.[0] ?? null,
        );
        return { ...decided, others: 0, ...counts(), isOffline: true };
      }),
    undo: ({ reference, nonce, of }) =>
      inTurn(async () => {
        const kept = tickets.forDeciding();
        const person = kept?.findByReference(reference);
        if (!kept || !person || role() !== 'supervisor') throw new ApiError({ status: 0, code: 'OFFLINE' });
        // Nothing changes if the last movement was another.
        const isLast = (await kept.lastOf(person))?.direction === of;
        const at = now();
        const scan = { reference, nonce, direction: of, isUndo: true, verdict: 'admitted' } as const;
        await enqueue(
          scan,
          at,
          isLast ? markOf(person[0], of === 'in' ? 'undone' : 'in', at) : null,
          person[0],
        );
        const isInside = (await kept.lastOf(person))?.direction === 'in';
        return {
          guest: guestOf(kept.head, person, isInside ? new Date(at) : null),
          ...counts(),
          isOffline: true,
        };
      }),
    remember: (reference, direction) => {
      const person = tickets.findByReference(reference);
      if (!person) return;
      const mark = markOf(person[0], direction, now());
      tickets.mark(mark);
      // The next changes from the server say the same.
      void store.saveMark(listShortId, mark).then(onChange, () => undefined);
    },
  };
}
