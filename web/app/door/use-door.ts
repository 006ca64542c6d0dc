import { getDoor } from '@entrada/contract/door/check-in';
import type { OutputOf } from '@entrada/contract/endpoint';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../platform/api/client.ts';
import { ApiError } from '../platform/api/error.ts';
import { isConnectionError } from './attempt.ts';

/** The list as a phone sees it that has entered. */
export type Door = Extract<OutputOf<typeof getDoor>['data'], { needsPin: false }>;
export type Counts = Pick<Door, 'attendees' | 'checkedIn'>;

const pollMs = 10_000;
/** Without a connection the next attempt comes sooner, so that work continues as soon as possible. */
const retryMs = 3_000;

export type LiveDoor = {
  door: Door;
  /** The list was deleted while this page was open. */
  isGone: boolean;
  isConnected: boolean;
  /** Grows when the counts changed at another door. */
  changesElsewhere: number;
  /** Stores the counts of an answer. */
  setCounts: (counts: Counts) => void;
  /** Learns from an error whether there is a connection and whether the list still exists. */
  note: (error: unknown) => void;
  refresh: () => void;
};

/**
 * The list with current counts. They are loaded every ten seconds while the page is visible, and after every action
 * here.
 */
export function useDoor(listShortId: string, initial: Door): LiveDoor {
  const [door, setDoor] = useState(initial);
  const [isGone, setGone] = useState(false);
  const [isConnected, setConnected] = useState(true);
  const [changesElsewhere, setChangesElsewhere] = useState(0);
  const answers = useRef(0);
  const known = useRef(initial);

  const note = useCallback((error: unknown) => {
    if (error instanceof ApiError && error.code === 'CHECK_IN_LIST_NOT_FOUND') setGone(true);
    else if (isConnectionError(error)) setConnected(false);
  }, []);

  const setCounts = useCallback(({ attendees, checkedIn }: Counts) => {
    answers.current += 1;
    known.current = { ...known.current, attendees, checkedIn };
    setDoor(known.current);
    setConnected(true);
  }, []);

  const refresh = useCallback(async () => {
    const before = answers.current;
    try {
      const { data } = await api(
        getDoor,
        { params: { listShortId } },
        { signal: AbortSignal.timeout(8_000) },
      );
      setConnected(true);
      // The link got a PIN meanwhile.
      if (data.needsPin) return location.reload();
      // A newer answer has arrived since, so this reply is ignored.
      if (before !== answers.current) return;
      if (data.checkedIn !== known.current.checkedIn || data.attendees !== known.current.attendees)
        setChangesElsewhere((count) => count + 1);
      known.current = data;
      setDoor(data);
    } catch (error) {
      note(error);
      if (error instanceof ApiError && error.code === 'ABORTED') setConnected(false);
    }
  }, [listShortId, note]);

  useEffect(() => {
    const look = () => {
      if (!document.hidden) void refresh();
    };
    const onOffline = () => setConnected(false);
    const timer = setInterval(look, isConnected ? pollMs : retryMs);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('offline', onOffline);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', onOffline);
    };
  }, [refresh, isConnected]);

  return { door, isGone, isConnected, changesElsewhere, setCounts, note, refresh: () => void refresh() };
}
