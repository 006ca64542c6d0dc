import { useEffect, useRef, useState } from 'react';

/**
 * Seconds left of a hold. The browser's monotonic clock counts from the moment of the server's reply, so a wrong
 * clock or time zone of the device changes nothing. `reply` is any value that is new with every reply.
 */
export function useTimeLeft(secondsLeft: number | null, reply: unknown): number | null {
  const [left, setLeft] = useState(secondsLeft);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reply counts anew even with the same seconds
  useEffect(() => {
    setLeft(secondsLeft);
    if (secondsLeft === null) return;
    const born = isFirst.current ? documentReplyTime() : performance.now();
    isFirst.current = false;
    const tick = () => setLeft(Math.max(0, secondsLeft - (performance.now() - born) / 1000));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [secondsLeft, reply]);
  return left;
}

/** When the reply of this page arrived: with the document itself, or just now. */
function documentReplyTime(): number {
  const [entry] = performance.getEntriesByType('navigation');
  const isDocument =
    entry instanceof PerformanceNavigationTiming && entry.name.split('#')[0] === location.href.split('#')[0];
  return isDocument && performance.now() < entry.responseStart + 60_000 && entry.responseStart > 0
    ? entry.responseStart
    : performance.now();
}
