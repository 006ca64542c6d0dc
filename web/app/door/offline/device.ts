import { listOfflineConflicts } from '@entrada/contract/door/offline';
import { ApiError } from '../../platform/api/error.ts';
import { doorApi } from '../api.ts';
import { type Attempt, isConnectionError, sendAttempt, sendUndo, type UndoAttempt } from '../attempt.ts';
import { enterOnce } from '../entry/enter-once.ts';
import type { Finding } from '../guests/use-row-check-in.ts';
import type { KeptPerson, Person } from '../person/known.ts';
import type { Counts, Door } from '../use-door.ts';
import { nextContactMs } from './core/pace.ts';
import { openDesk } from './desk.ts';
import { keepDoor } from './kept-door.ts';
import { loadAll, loadChanges } from './loading.ts';
import { keepTickets } from './memory/kept.ts';
import type { Store } from './memory/store.ts';
import { onceEach } from './once-each.ts';
import { searchTickets } from './searching.ts';
import { contactLock, sendWaiting } from './sending.ts';
import { sweep } from './sweep.ts';
import { alone } from './tabs/alone.ts';
import { openTabs } from './tabs/channel.ts';
import type { DeviceAnswer, DeviceStatus, DeviceUndone, OfflineProblem } from './types.ts';

/** How long a scan waits for the server if this phone can decide by itself. */
const PATIENCE_MS = 1_800;
const STEADY_MS = 15_000;
const CALL_MS = 8_000;
/** How long a contact waits for that of another tab, which may sleep. */
const TAB_MS = 45_000;
/** Scans without a connection try to reach the server no more often than this. */
const TRY_MS = 3_000;

export type Device = Finding & {
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
  /** The server counted, and nothing waits here that it does not know. */
  onCounts: (counts: Counts) => void;
  /** The link was closed, or asks for its PIN again. */
  onRefused: (error: ApiError) => void;
  /** The page no longer wants it. */
  signal: AbortSignal;
};

/** This phone at one door, with or without a connection. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { store, listShortId, name, onCounts, onRefused, signal } = options;
  const loaded = await store.load(listShortId);
  const tickets = await keepTickets(store, listShortId, loaded);
  const listeners = new Set<() => void>();
  const serverNow = () => tickets.clock()?.now() ?? Date.now();
  let door = options.door;
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

  const look = (): DeviceStatus => {
    const list = tickets.list();
    const isReady = tickets.forDeciding() !== null;
    const own = isReady ? null : tickets.canCheck() ? 'loading' : 'unsupported';
    const isFull = desk.isFull() || !tickets.isOnDisk();
    return {
      state: isOnline ? 'online' : 'offline',
      offline: {
        isReady,
        problem: isFull ? 'storage_full' : (problem ?? own),
        tickets: tickets.size(),
        until: list && isReady ? new Date(list.contact.untilMs).toISOString() : null,
      },
      waiting: desk.waiting(),
      counts: countsHere() && isReady ? tickets.counts() : null,
      lastSyncAt: list ? new Date(list.contact.serverMs).toISOString() : null,
      conflicts,
      isPersistent,
    };
  };
  const tell = () => {
    shown = look();
    for (const listener of listeners) listener();
  };
  const desk = openDesk({
    store,
    listShortId,
    name,
    role: () => door.role,
    tickets,
    now: serverNow,
    waiting: loaded.waiting,
    onChange: () => {
      tell();
      tabs.tell();
    },
  });
  const search = searchTickets({ tickets, scansOf: desk.scansOf, now: serverNow });
  /** While something waits, the server does not know it. This tab may still hope for its answer when the other one no longer does. */
  const countsHere = () => !isOnline || desk.waiting() > 0;
  const tabs = openTabs(listShortId, () => void desk.recount().then(tell));
  let shown = look();

  /** The tickets end 24 hours after the last contact. */
  const endOfTime = async () => {
    if (!tickets.clock()?.isOver()) return;
    await tickets.forget();
    problem = 'expired';
  };

  const send = () =>
    sendWaiting({
      store,
      listShortId,
      serverNow: tickets.clock() && serverNow,
      onSent: (batch, { attendees, checkedIn, results }) => {
        desk.sent(new Set(batch.map(({ id }) => id)));
        if (desk.waiting() === 0) onCounts({ attendees, checkedIn });
        if (results.some((result) => result.conflict)) areConflictsOld = true;
        tell();
        tabs.tell();
      },
    });

  const learn = async () => {
    const list = tickets.list();
    let askedAt = serverNow();
    const changes = list?.isWhole ? await loadChanges(listShortId, list.head.cursor) : null;
    const all =
      changes ??
      (await loadAll(listShortId, ({ contact: { serverMs } }) => {
        askedAt = serverMs;
      }));
    await tickets.meet(all.head, all.contact);
    const { cursor } = all.head;
    await tickets.take(all.people, { cursor, isAnew: changes === null, askedAt, waits: desk.waits });
    const { deviceMs, serverMs, untilMs } = all.contact;
    keepDoor(listShortId, { door, untilMs: deviceMs + (untilMs - serverMs) });
    problem = null;
    isPersistent ??= (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  };

  const readConflicts = async () => {
    if (!areConflictsOld) return;
    const signal = AbortSignal.timeout(CALL_MS);
    conflicts = (await doorApi(listOfflineConflicts, { params: { listShortId } }, { signal })).data;
    areConflictsOld = false;
  };

  const onRefusal = async (error: ApiError) => {
    // The server answered, so there is a connection.
    isOnline = true;
    failures = 0;
    if (error.code === 'CHECK_IN_LIST_NOT_ACTIVE' || error.code === 'CHECK_IN_LIST_EXPIRED')
      problem = 'not_active';
    else if (error.code === 'CHECK_IN_LIST_NOT_FOUND' || error.code === 'DOOR_PIN_REQUIRED') {
      stop();
      // A scan may have been made since this contact began.
      await alone(contactLock(listShortId), TAB_MS, send).catch(() => undefined);
      await tickets.forget();
      onRefused(error);
    } else failures = 3;
  };

  const meetServer = async () => {
    if (isStopped) return;
    await enterOnce(listShortId, name());
    await tickets.catchUp();
    if (isStopped) return;
    await send();
    // Another tab may have sent what this one still counts.
    await desk.recount();
    isOnline = true;
    tell();
    if (isStopped) return;
    await learn();
    await readConflicts();
    failures = 0;
  };
  /** Until the next contact, or until the tickets end, which must not wait for it. */
  const pauseMs = () => {
    const [contactMs, list] = [nextContactMs(failures, STEADY_MS, Math.random()), tickets.list()];
    return list ? Math.min(contactMs, Math.max(0, list.contact.untilMs - serverNow())) : contactMs;
  };
  const tryContact = async () => {
    clearTimeout(timer);
    triedAt = performance.now();
    await endOfTime();
    try {
      await alone(contactLock(listShortId), TAB_MS, meetServer);
    } catch (error) {
      if (error instanceof ApiError && !isConnectionError(error)) await onRefusal(error);
      else {
        failures += 1;
        if (isConnectionError(error)) isOnline = false;
      }
    }
    await endOfTime();
    tell();
    if (isStopped) return;
    timer = setTimeout(() => void contact(), pauseMs());
  };
  const contact = () => {
    if (isStopped) return Promise.resolve();
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

  /** Asks the server, but not for long if this phone can decide by itself. Then that happens. */
  const askFirst = async <Answer>(
    ask: () => Promise<Answer>,
    here: () => Promise<Answer>,
  ): Promise<Answer> => {
    const canDecide = () => tickets.forDeciding() !== null;
    if (desk.waiting() > 0 || !isOnline) {
      if (canDecide()) {
        // This phone answers first: somebody waits.
        const answer = await here();
        if (performance.now() - triedAt > TRY_MS) void contact();
        return answer;
      }
      // What waits comes first, so that the server knows of it.
      if (desk.waiting() > 0) await contact();
    }
    try {
      return await (canDecide() ? within(PATIENCE_MS, ask()) : ask());
    } catch (error) {
      // A search that was given up says nothing about the connection.
      if (!isConnectionError(error) || (error instanceof ApiError && error.code === 'ABORTED')) throw error;
      isOnline = false;
      tell();
      void contact();
      if (canDecide()) return here();
      throw error;
    }
  };

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
    tabs.close();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onBack);
    window.removeEventListener('offline', onLost);
  }

  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const attempt = onceEach((given: Attempt) =>
    askFirst(
      async () => {
        const answer = await sendAttempt(listShortId, name(), given);
        const { guest, verdict } = answer;
        if (guest && verdict === 'admitted') desk.remember(guest.reference, 'in');
        if (guest && verdict === 'checked_out') desk.remember(guest.reference, 'out');
        return { ...answer, isOffline: false };
      },
      () => desk.attempt(given),
    ),
  );
  const undo = onceEach((given: UndoAttempt) =>
    askFirst(
      async () => {
        const undone = await sendUndo(listShortId, name(), given);
        desk.remember(given.reference, given.of === 'in' ? 'undone' : 'in');
        return { ...undone, isOffline: false };
      },
      () => desk.undo(given),
    ),
  );

  await endOfTime();
  tell();
  void sweep(store, listShortId);
  void contact();
  return {
    status: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attempt,
    undo,
    findGuests: (asked, ask) => askFirst(ask, async () => search.guests(asked)),
    findAlike: (asked, ask) => askFirst(ask, async () => search.alike(asked)),
    findPerson: (reference, ask) => askFirst<Person | KeptPerson>(ask, () => search.person(reference)),
    note: (now, isConnected) => {
      door = now;
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
