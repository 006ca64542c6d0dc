import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Attempt, isConnectionError, sendAttempt, sendUndo, type UndoAttempt } from '../attempt.ts';
import type { Finding } from '../guests/use-row-check-in.ts';
import type { LiveDoor } from '../use-door.ts';
import type { Device } from './device.ts';
import type { DeviceStatus, DoorDevice } from './types.ts';

type Options = { listShortId: string; device: string; live: LiveDoor };

const NOT_YET: DeviceStatus = {
  state: 'online',
  offline: { isReady: false, problem: 'loading', tickets: 0, until: null },
  waiting: 0,
  counts: null,
  lastSyncAt: null,
  conflicts: [],
  isPersistent: null,
};
const NEVER: DeviceStatus = { ...NOT_YET, offline: { ...NOT_YET.offline, problem: 'unsupported' } };
const noSubscription = () => () => undefined;

/**
 * This phone at the door: it asks the server, and decides by itself without one. What that needs loads after the page. Until
 * then, and where the browser keeps nothing, every scan goes to the server.
 */
export function useDoorDevice({ listShortId, device: name, live }: Options): DoorDevice {
  const { door, isConnected, note, refresh, setCounts, arrived } = live;
  const [device, setDevice] = useState<Device>();
  const [isImpossible, setImpossible] = useState(false);
  const opening = useRef<Promise<Device | null>>(undefined);
  const current = useRef({ name, door, note, arrived });
  current.current = { name, door, note, arrived };
  const hasName = name !== '';

  useEffect(() => {
    if (!hasName) return;
    const page = new AbortController();
    const opened = open(listShortId, current, page.signal);
    opening.current = opened;
    void opened.then((found) => {
      if (page.signal.aborted) return;
      if (found) setDevice(found);
      else setImpossible(true);
    });
    return () => {
      page.abort();
      setDevice(undefined);
    };
  }, [listShortId, hasName]);

  useEffect(() => device?.note(door, isConnected), [device, door, isConnected]);
  const before = isImpossible ? NEVER : NOT_YET;
  const status = useSyncExternalStore(
    device?.subscribe ?? noSubscription,
    device?.status ?? (() => before),
    () => NOT_YET,
  );
  const { counts } = status;
  // They stay on the page until the server has told newer ones.
  useEffect(() => {
    if (counts) setCounts({ ...counts, isOffline: true });
  }, [counts, setCounts]);

  const attempt = useCallback(
    (given: Attempt) =>
      device
        ? device.attempt(given)
        : serverFirst(
            opening.current,
            () => sendAttempt(listShortId, current.current.name, given),
            (found) => found.attempt(given),
          ),
    [device, listShortId],
  );
  const undo = useCallback(
    (given: UndoAttempt) =>
      device
        ? device.undo(given)
        : serverFirst(
            opening.current,
            () => sendUndo(listShortId, current.current.name, given),
            (found) => found.undo(given),
          ),
    [device, listShortId],
  );
  // The tickets on this phone may take a moment to open, which a search may wait for.
  const findGuests = useCallback<Finding['findGuests']>(
    async (asked, ask) => (await opening.current)?.findGuests(asked, ask) ?? ask(),
    [],
  );
  const findAlike = useCallback<Finding['findAlike']>(
    async (asked, ask) => (await opening.current)?.findAlike(asked, ask) ?? ask(),
    [],
  );
  const findPerson = useCallback<Finding['findPerson']>(
    async (reference, ask) => (await opening.current)?.findPerson(reference, ask) ?? ask(),
    [],
  );
  const retry = useCallback(() => {
    refresh();
    void device?.contact();
  }, [device, refresh]);
  const state = device ? status.state : isConnected ? 'online' : 'offline';
  return useMemo(
    () => ({ ...status, state, attempt, undo, findGuests, findAlike, findPerson, retry }),
    [status, state, attempt, undo, findGuests, findAlike, findPerson, retry],
  );
}

type Current = { current: Pick<LiveDoor, 'door' | 'note' | 'arrived'> & { name: string } };

async function open(listShortId: string, page: Current, signal: AbortSignal): Promise<Device | null> {
  try {
    const [{ openDevice }, { openStore }, { registerWorker }] = await Promise.all([
      import('./device.ts'),
      import('./memory/store.ts'),
      import('./worker.ts'),
    ]);
    void registerWorker();
    return await openDevice({
      store: await openStore(),
      listShortId,
      name: () => page.current.name,
      door: page.current.door,
      signal,
      onCounts: (counts) => page.current.arrived(counts),
      onRefused: (error) => {
        if (error.code === 'DOOR_PIN_REQUIRED') location.reload();
        else page.current.note(error);
      },
    });
  } catch {
    return null;
  }
}

/** Before this phone's own part is there: the server, and only if that is away, this phone. */
async function serverFirst<T extends object>(
  opening: Promise<Device | null> | undefined,
  ask: () => Promise<T>,
  here: (device: Device) => Promise<T & { isOffline: boolean }>,
): Promise<T & { isOffline: boolean }> {
  try {
    return { ...(await ask()), isOffline: false };
  } catch (error) {
    const device = isConnectionError(error) ? await opening : null;
    if (device) return here(device);
    throw error;
  }
}
