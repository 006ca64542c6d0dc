import { getDoor } from '@entrada/contract/door/check-in';
import type { OutputOf } from '@entrada/contract/endpoint';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/error.ts';
import { doorApi, readToken } from '../api.ts';
import { isConnectionError } from '../attempt.ts';
import { readKeptDoor } from '../offline/kept-door.ts';
import { enterOnce } from './enter-once.ts';

/** What the link shows: the question for its PIN, or the door. */
export type Shown = OutputOf<typeof getDoor>['data'];

/**
 * The way in: by the PIN of the link, or at once if it has none. Either way the phone gets a token, so that the organizer
 * sees which phones are at the door.
 */
export function useEntry(listShortId: string, initial: Shown, device: string | undefined) {
  const [shown, setShown] = useState(initial);
  const [isGone, setGone] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [isLooking, setLooking] = useState(initial.needsPin);
  const look = useCallback(async () => {
    try {
      setShown((await doorApi(getDoor, { params: { listShortId } })).data);
      setProblem(undefined);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHECK_IN_LIST_NOT_FOUND') setGone(true);
      else {
        // Without a connection, the door as this phone kept it.
        const kept = isConnectionError(error) ? readKeptDoor(listShortId) : null;
        if (kept) setShown(kept);
        else setProblem(error);
      }
    }
    setLooking(false);
  }, [listShortId]);
  const askPin = useCallback(() => {
    setShown(({ name, event: { title } }) => ({ needsPin: true, name, event: { title } }));
  }, []);

  const { needsPin } = shown;
  useEffect(() => {
    if (device === undefined) return;
    const hasToken = readToken(listShortId) !== null;
    // The server does not see the token of a phone that entered before.
    if (needsPin && hasToken) void look();
    else setLooking(false);
    // Without a token the door works as well.
    if (!needsPin && !hasToken) void enterOnce(listShortId, device).catch(() => undefined);
  }, [needsPin, device, listShortId, look]);
  return { shown, problem, isGone, isLooking, look, askPin };
}
