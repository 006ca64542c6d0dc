import type { StreamState } from '../../../platform/live/event-stream.ts';

/** How often everything is read again while no stream gets through. */
const ASK_MS = 20_000;
/** A stream that was lost so often without ever saying anything does not get through, for example a proxy keeps it back. */
const TRIES = 3;

/**
 * Takes over where no stream of changes gets through: `ask` is called now and then until one does. Answers, after each
 * state of the connection, whether it does so.
 */
export function createAsking(ask: () => void) {
  let wasLive = false;
  let losses = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = () => {
    timer ??= setInterval(ask, ASK_MS);
  };
  return {
    /** There are no streams in this browser. */
    start,
    stop,
    heard: (state: StreamState): boolean => {
      if (state === 'away') losses += 1;
      else {
        wasLive ||= state === 'live';
        stop();
      }
      if (state === 'away' && !wasLive && losses >= TRIES) start();
      return timer !== undefined;
    },
  };
}
