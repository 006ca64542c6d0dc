import type { DoorCounts } from '@entrada/contract/door/live-door';
import { useEffect, useEffectEvent, useState } from 'react';
import { readToken } from '../api.ts';
import { createDoorStream } from './door-stream.ts';

/** A connection that is back sooner was never said to be lost. */
const AWAY_MS = 4_000;
/** At a busy door the supervisor's lists are read again so often at most. */
const BETWEEN_SCANS_MS = 2_000;
/** A link that ended may still let this phone in, in another role. */
const AGAIN_MS = 1_000;

type Heard = { onCounts: (counts: DoorCounts) => void; onScans: () => void; onEnd: () => void };

/**
 * Follows the door while the page shows. Answers whether it does so now: also true in the first moments, and while a
 * connection is only briefly away. Another `round` begins anew after an end. Follows nothing without a link.
 */
export function useDoorStream(listShortId: string | null, round: number, heard: Heard): boolean {
  const [isLive, setLive] = useState(true);
  const onCounts = useEffectEvent(heard.onCounts);
  const onScans = useEffectEvent(heard.onScans);
  const onEnd = useEffectEvent(heard.onEnd);
  useEffect(() => {
    if (listShortId === null) return;
    if (typeof EventSource !== 'function') return setLive(false);
    let awayTimer: ReturnType<typeof setTimeout> | undefined;
    let scansTimer: ReturnType<typeof setTimeout> | undefined;
    let scannedAt = 0;
    const tellScans = () => {
      scannedAt = Date.now();
      scansTimer = undefined;
      onScans();
    };
    const stream = createDoorStream({
      listShortId,
      token: () => readToken(listShortId),
      open: (url) => new EventSource(url),
      onCounts,
      onScans: () => {
        scansTimer ??= setTimeout(tellScans, Math.max(0, scannedAt + BETWEEN_SCANS_MS - Date.now()));
      },
      onState: (state) => {
        if (state === 'away') awayTimer ??= setTimeout(() => setLive(false), AWAY_MS);
        else {
          clearTimeout(awayTimer);
          awayTimer = undefined;
          setLive(true);
        }
        if (state === 'over') onEnd();
      },
    });
    const look = () => {
      if (document.hidden) stream.pause();
      else stream.resume();
    };
    const begin = setTimeout(look, round > 0 ? AGAIN_MS : 0);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('pageshow', look);
    // A page with a connection could not be kept for the way back.
    window.addEventListener('pagehide', stream.pause);
    return () => {
      stream.pause();
      for (const timer of [awayTimer, scansTimer, begin]) clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('pageshow', look);
      window.removeEventListener('pagehide', stream.pause);
    };
  }, [listShortId, round]);
  return isLive;
}
