import { enterDoor } from '@entrada/contract/door/check-in-links';
import { listOfflineConflicts } from '@entrada/contract/door/offline';
import { ApiError } from '../../platform/api/error.ts';
import { type Attempt, isConnectionError, sendAttempt, sendUndo, type UndoAttempt } from '../attempt.ts';
import { doorApi, readToken, writeToken } from '../door-api.ts';
import type { Counts, Door } from '../use-door.ts';
import { type Asked, type Decided, decide, guestOf } from './core/decide.ts';
import { nextContactMs } from './core/pace.ts';
import { keepDoor } from './kept-door.ts';
import { loadAll, loadChanges } from './loading.ts';
import { keepTickets } from './memory/kept.ts';
import type { Mark } from './memory/movements.ts';
import type { Scan, Store } from './memory/store.ts';
import { sendWaiting } from './sending.ts';
import { sweep } from './sweep.ts';
import type { DeviceAnswer, DeviceStatus, DeviceUndone, OfflineProblem } from './types.ts';

/** How long a scan waits for the server if this phone can decide by itself. */
const PATIENCE_MS = 1_800;
const STEADY_MS = 15_000;
const CALL_MS = 8_000;
/** Scans without a connection try to reach the server no more often than this. */
const TRY_MS = 3_000;

export type Device = {
  status: () => DeviceStatus;
  subscribe: (listener: () => void) => () => void;
  attempt: (attempt: Attempt) => Promise<DeviceAnswer>;
  undo: (attempt: UndoAttempt) => Promise<DeviceUndone>;
  /** The door's own answers, or its silence, tell something as well. */
  note: (door: Door, isConnected: boolean) => void;
  /** Has contact now: sends what waits and learns what changed. Never throws. */
  contact: () => Promise<void>;
  stop: () => void;
};

export type DeviceOptions = {
  store: Store;
  listShortId: string;
  /** The name of this phone. */
  name: () => string;
  door: Door;
  /** The link was closed, or asks for its PIN again. */
  onRefused: (error: ApiError) => void;
};

/** This phone at one door, with or without a connection. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { store, listShortId, name, door: first, onRefused } = options;
  const loaded = await store.load(listShortId);
  const tickets = await keepTickets(store, listShortId, loaded);
  let door = first;
  let queue = loaded.waiting;
  let counts: Counts = { attendees: first.attendees, checkedIn: first.checkedIn };
  let isOnline = navigator.onLine;
  let problem: OfflineProblem | null = null;
  let conflicts: DeviceStatus['conflicts'] = [];
  let areConflictsOld = true;
  let isPersistent: boolean | null = null;
  let failures = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let turn: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  let shown = look();

  function look(): DeviceStatus {
    const list = tickets.list();
    const isReady = tickets.forDeciding() !== null;
    const own = isReady ? null : tickets.canCheck() ? 'loading' : 'unsupported';
    return {
      state: isOnline ? 'online' : 'offline',
      offline: {
        isReady,
        problem: tickets.isOnDisk() ? (problem ?? own) : 'storage_full',
        tickets: tickets.size(),
        until: list && isReady ? new Date(list.contact.untilMs).toISOString() : null,
      },
      waiting: queue.length,
      lastSyncAt: list ? new Date(list.contact.serverMs).toISOString() : null,
      conflicts,
      isPersistent,
    };
  }
  const tell = () => {
    shown = look();
    for (const listener of listeners) listener();
  };
  const waits = (attendeeId: number) => queue.some((waiting) => waiting.attendeeId === attendeeId);
  const serverNow = () => tickets.clock()?.now() ?? Date.now();

  /** The tickets end 24 hours after the last contact. */
  const endOfTime = async () => {
    if (!tickets.clock()?.isOver()) return;
    await tickets.forget();
    problem = 'expired';
  };

  const enter = async () => {
    if (readToken(listShortId)) return;
    const input = { params: { listShortId }, body: { device: name() } };
    const { data } = await doorApi(enterDoor, input, { signal: AbortSignal.timeout(CALL_MS) });
    writeToken(listShortId, data.token);
  };

  const send = () =>
    sendWaiting({
      store,
      listShortId,
      serverNow: tickets.clock() && (() => serverNow()),
      onSent: (batch, answer) => {
        const sent = new Set(batch.map(({ id }) => id));
        queue = queue.filter(({ id }) => !sent.has(id));
        if (queue.length === 0) counts = { attendees: answer.attendees, checkedIn: answer.checkedIn };
        if (answer.results.some((result) => result.conflict)) areConflictsOld = true;
        tell();
      },
    });

  const learn = async () => {
    const askedAt = serverNow();
    const list = tickets.list();
    const changes = list?.isWhole ? await loadChanges(listShortId, list.head.cursor) : null;
    if (changes) {
      await tickets.meet(changes.head, changes.contact);
      await tickets.take(changes.people, { cursor: changes.head.cursor, isAnew: false, askedAt, waits });
    } else {
      let asked = askedAt;
      const all = await loadAll(listShortId, ({ contact }) => {
        asked = contact.serverMs;
      });
      await tickets.meet(all.head, all.contact);
      await tickets.take(all.people, { cursor: all.head.cursor, isAnew: true, askedAt: asked, waits });
    }
    const until = tickets.list()?.contact;
    if (until) keepDoor(listShortId, { door, untilMs: until.deviceMs + (until.untilMs - until.serverMs) });
    problem = null;
    isPersistent ??= (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  };

  const readConflicts = async () => {
    if (!areConflictsOld) return;
    const signal = AbortSignal.timeout(CALL_MS);
    conflicts = (await doorApi(listOfflineConflicts, { params: { listShortId } }, { signal })).data;
    areConflictsOld = false;
  };

  const tryContact = async () => {
    clearTimeout(timer);
    triedAt = performance.now();
    try {
      await enter();
      await send();
      isOnline = true;
      tell();
      await learn();
      await readConflicts();
      failures = 0;
      isOnline = true;
    } catch (error) {
      if (isConnectionError(error)) {
        failures += 1;
        isOnline = false;
      } else if (error instanceof ApiError) await onRefusal(error);
      else failures += 1;
    }
    await endOfTime();
    tell();
    if (!isStopped)
      timer = setTimeout(() => void contact(), nextContactMs(failures, STEADY_MS, Math.random()));
  };
  const contact = () => {
    underWay ??= tryContact().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  /** One that has begun may already have missed what is new. */
  const contactAnew = async () => {
    await underWay;
    await contact();
  };

  const onRefusal = async (error: ApiError) => {
    // The server answered, so there is a connection.
    isOnline = true;
    failures = 0;
    if (error.code === 'CHECK_IN_LIST_NOT_ACTIVE' || error.code === 'CHECK_IN_LIST_EXPIRED')
      problem = 'not_active';
    else if (error.code === 'CHECK_IN_LIST_NOT_FOUND' || error.code === 'DOOR_PIN_REQUIRED') {
      stop();
      await tickets.forget();
      onRefused(error);
    } else failures = 3;
  };

  const personOf = (attempt: { reference: string } | { code: string }) =>
    'reference' in attempt ? (tickets.findByReference(attempt.reference) ?? null) : null;

  /** Decides here, and answers when the scan is on the disk. One at a time: the next one must know of it. */
  const decideHere = (attempt: Attempt): Promise<DeviceAnswer> => {
    const answer = turn.then(async (): Promise<DeviceAnswer> => {
      const kept = tickets.forDeciding();
      if (!kept) throw new ApiError({ status: 0, code: 'NETWORK' });
      const now = new Date(serverNow());
      const direction = 'direction' in attempt && attempt.direction === 'out' ? 'out' : 'in';
      const subject = attempt.method === 'scan' ? { code: attempt.code } : { reference: attempt.reference };
      const asked: Asked = { ...subject, direction, now };
      const { person, ...decided }: Decided = await decide(kept, asked);
      const mark =
        person && (decided.verdict === 'admitted' || decided.verdict === 'checked_out')
          ? { attendeeId: person[0], direction, at: now.getTime(), device: name() }
          : null;
      await enqueue(
        { ...subject, nonce: attempt.nonce, direction, verdict: decided.verdict },
        now,
        mark,
        person?.[0],
      );
      if (decided.verdict === 'admitted') count(1);
      if (decided.verdict === 'checked_out') count(-1);
      return { ...decided, others: 0, ...counts, isOffline: true };
    });
    turn = answer.catch(() => undefined);
    return answer;
  };

  const count = (by: number) => {
    counts = { ...counts, checkedIn: Math.max(0, counts.checkedIn + by) };
    tickets.setCounts(counts);
  };

  const enqueue = async (scan: Omit<Scan, 'scannedAt'>, at: Date, mark: Mark | null, attendeeId?: number) => {
    const waiting = {
      listShortId,
      device: name(),
      deviceMs: Date.now(),
      scan: { ...scan, scannedAt: at.toISOString() },
      attendeeId: attendeeId ?? null,
    };
    try {
      queue = [...queue, await store.enqueue(waiting, mark)];
    } catch {
      problem = 'storage_full';
      tell();
      throw new ApiError({ status: 507, code: 'STORAGE_FULL' });
    }
    if (mark) tickets.mark(mark);
    if (problem === 'storage_full') problem = null;
    tickets.save();
    tell();
  };

  /** Asks the server, but not for long if this phone can decide by itself. Then that happens. */
  const askFirst = async <Answer>(
    ask: () => Promise<Answer>,
    here: () => Promise<Answer>,
  ): Promise<Answer> => {
    const canDecide = () => tickets.forDeciding() !== null;
    if (queue.length > 0 || !isOnline) {
      if (canDecide()) {
        // This phone answers first: somebody waits.
        const answer = await here();
        if (performance.now() - triedAt > TRY_MS) void contact();
        return answer;
      }
      // What waits comes first, so that the server knows of it.
      if (queue.length > 0) await contact();
    }
    try {
      return await (canDecide() ? within(PATIENCE_MS, ask()) : ask());
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      isOnline = false;
      tell();
      void contact();
      if (canDecide()) return here();
      throw error;
    }
  };

  const attempt = (given: Attempt) =>
    askFirst(
      async () => {
        const answer = await sendAttempt(listShortId, name(), given);
        counts = { attendees: answer.attendees, checkedIn: answer.checkedIn };
        const person = answer.guest && personOf(answer.guest);
        if (person && (answer.verdict === 'admitted' || answer.verdict === 'checked_out')) {
          const direction: Mark['direction'] = answer.verdict === 'admitted' ? 'in' : 'out';
          const mark = { attendeeId: person[0], direction, at: serverNow(), device: name() };
          tickets.mark(mark);
          void store.saveMark(listShortId, mark).catch(() => undefined);
        }
        return { ...answer, isOffline: false };
      },
      () => decideHere(given),
    );

  const undoHere = (given: UndoAttempt): Promise<DeviceUndone> => {
    const answer = turn.then(async (): Promise<DeviceUndone> => {
      const kept = tickets.forDeciding();
      const person = kept?.findByReference(given.reference);
      if (!kept || !person || door.role !== 'supervisor') throw new ApiError({ status: 0, code: 'OFFLINE' });
      const isInside = kept.lastOf(person)?.direction === 'in';
      const now = new Date(serverNow());
      const mark = { attendeeId: person[0], direction: 'undone' as const, at: now.getTime(), device: name() };
      const scan = {
        reference: given.reference,
        nonce: given.nonce,
        direction: 'in',
        isUndo: true,
        verdict: 'admitted',
      } as const;
      await enqueue(scan, now, isInside ? mark : null, person[0]);
      if (isInside) count(-1);
      return { guest: guestOf(kept.head, person, null), ...counts, isOffline: true };
    });
    turn = answer.catch(() => undefined);
    return answer;
  };
  const undo = (given: UndoAttempt) =>
    askFirst(
      async () => {
        const undone = await sendUndo(listShortId, name(), given);
        const person = personOf({ reference: given.reference });
        if (person) {
          const mark = {
            attendeeId: person[0],
            direction: 'undone' as const,
            at: serverNow(),
            device: name(),
          };
          tickets.mark(mark);
          void store.saveMark(listShortId, mark).catch(() => undefined);
        }
        return { ...undone, isOffline: false };
      },
      () => undoHere(given),
    );

  const onVisible = () => {
    if (!document.hidden) void contact();
  };
  const onBack = () => void contactAnew();
  const onLost = () => {
    isOnline = false;
    tell();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', onBack);
  window.addEventListener('offline', onLost);
  function stop() {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onBack);
    window.removeEventListener('offline', onLost);
  }

  await endOfTime();
  void sweep(store, listShortId);
  if (loaded.list && !navigator.onLine) counts = loaded.list.counts;
  tell();
  void contact();
  return {
    status: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attempt,
    undo,
    note: (now, isConnected) => {
      door = now;
      if (queue.length === 0 && isConnected) {
        counts = { attendees: now.attendees, checkedIn: now.checkedIn };
        tickets.setCounts(counts);
      }
      if (!isConnected && isOnline) void contact();
    },
    contact: contactAnew,
    stop,
  };
}

/** Gives up after a while. The call may still arrive; its nonce lets it count once. */
function within<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError({ status: 0, code: 'NETWORK' })), ms);
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
