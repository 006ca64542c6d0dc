import { getDoor } from '@entrada/contract/door/check-in';
import type { OutputOf } from '@entrada/contract/endpoint';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../platform/api/error.ts';
import { doorApi } from './api.ts';
import { isConnectionError } from './attempt.ts';
import { opened } from './entry/opened.ts';
import { useDoorStream } from './live/use-door-stream.ts';

/** The list as a phone sees it that has entered. */
export type Door = Extract<OutputOf<typeof getDoor>['data'], { needsPin: false }>;
export type Counts = Pick<Door, 'attendees' | 'checkedIn'>;

/** The stream does not tell that a list was closed or changed, so it is read again now and then. */
const liveMs = 30_000;
const askingMs = 10_000;
/** Without a connection the next attempt comes sooner, so that work continues as soon as possible. */
const retryMs = 3_000;

export type LiveDoor = {
  door: Door;
  /** The list was deleted or the link closed while this page was open. */
  isGone: boolean;
  isConnected: boolean;
  /** The counts arrive as they change. Otherwise they are asked for every few seconds. */
  isLive: boolean;
  /** Grows when the counts changed at another door, and when the connection is back. */
  changesElsewhere: number;
  /** Stores the counts of an answer. `isOffline`: this phone counted, so there may be no connection. */
  setCounts: (counts: Counts & { isOffline?: boolean }) => void;
  /** What this phone kept has arrived, with these counts. What was read before may lack it. */
  arrived: (counts: Counts) => void;
  /** Learns from an error whether there is a connection and whether the list still exists. */
  note: (error: unknown) => void;
  refresh: () => void;
};

/**
 * The list with current counts, by the stream of the door. Without the stream they are asked for while the page is visible.
 * `onPin`: the link got another PIN meanwhile.
 */
export function useDoor(listShortId: string, initial: Door, onPin: () => void): LiveDoor {
  const [door, setDoor] = useState(initial);
  const [isGone, setGone] = useState(false);
  const [isConnected, setConnected] = useState(true);
  const [changesElsewhere, setChangesElsewhere] = useState(0);
  const [asked, setAsked] = useState(0);
  /** How often the server said that this phone should ask for the door again. */
  const [ends, setEnds] = useState(0);
  const answers = useRef(0);
  const known = useRef(initial);
  const askPin = useEffectEvent(onPin);

  const note = useCallback((error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'CHECK_IN_LIST_NOT_FOUND') setGone(true);
    else if (code === 'DOOR_PIN_REQUIRED') setEnds((count) => count + 1);
    else if (isConnectionError(error)) setConnected(false);
  }, []);

  const setCounts = useCallback(({ attendees, checkedIn, isOffline }: Counts & { isOffline?: boolean }) => {
    answers.current += 1;
    known.current = { ...known.current, attendees, checkedIn };
    setDoor(known.current);
    if (!isOffline) setConnected(true);
  }, []);
  const changed = useCallback(() => setChangesElsewhere((count) => count + 1), []);

  const arrived = useCallback(
    (counts: Counts) => {
      setCounts(counts);
      changed();
    },
    [setCounts, changed],
  );
  // What could not be read without a connection is read now.
  const wasLost = useRef(false);
  useEffect(() => {
    if (isConnected && wasLost.current) changed();
    wasLost.current = !isConnected;
  }, [isConnected, changed]);

  const load = useEffectEvent(async () => {
    const before = answers.current;
    try {
      const { data } = await doorApi(
        getDoor,
        { params: { listShortId } },
        { signal: AbortSignal.timeout(8_000) },
      );
      setConnected(true);
      if (data.needsPin) return askPin();
      // A newer answer has arrived since, so its counts stay.
      const { attendees, checkedIn } = before === answers.current ? data : known.current;
      if (checkedIn !== known.current.checkedIn || attendees !== known.current.attendees) changed();
      known.current = { ...data, attendees, checkedIn };
      setDoor(known.current);
    } catch (error) {
      note(error);
      const isLate = error instanceof ApiError && error.code === 'ABORTED';
      if (isLate) setConnected(false);
      if (isLate || isConnectionError(error)) {
        known.current = opened(known.current, new Date());
        setDoor(known.current);
      }
    }
  });
  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  useEffect(() => {
    if (asked + ends > 0) void load();
  }, [asked, ends]);

  const isLive = useDoorStream(isGone ? null : listShortId, ends, {
    onCounts: (counts) => {
      if (counts.checkedIn !== known.current.checkedIn || counts.attendees !== known.current.attendees)
        changed();
      setCounts(counts);
    },
    onScans: changed,
    onEnd: () => setEnds((count) => count + 1),
  });

  // The network may be gone with the stream.
  useEffect(() => {
    if (!isLive) void load();
  }, [isLive]);

  const periodMs = !isConnected ? retryMs : isLive ? liveMs : askingMs;
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void load();
    };
    const onOffline = () => setConnected(false);
    const timer = setInterval(look, periodMs);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('offline', onOffline);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', onOffline);
    };
  }, [periodMs]);

  return { door, isGone, isConnected, isLive, changesElsewhere, setCounts, arrived, note, refresh };
}
