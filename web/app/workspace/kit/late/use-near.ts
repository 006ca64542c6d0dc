import { type RefObject, useEffect, useRef, useState } from 'react';

/** Loads this much later than the page, for those who do not scroll: readers of the screen, the search of the browser. */
const AFTER_PAGE_MS = 2000;
/** How far below the window it begins to load. */
const AHEAD_PX = 200;

/**
 * Whether an element is, or was, near the window. A while after the page it is true of any element.
 * @param isAtOnce true if nothing is to wait
 */
export function useNear(isAtOnce: boolean): [place: RefObject<HTMLDivElement | null>, isNear: boolean] {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isAtOnce);
  useEffect(() => {
    if (!isNear && place.current) return watchNear(place.current, () => setNear(true));
  }, [isNear]);
  return [place, isNear];
}

/** Tells once that an element is near the window, or that the page is there for a while. Answers how to stop. */
export function watchNear(element: Element, tell: () => void): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const end = () => {
    stop();
    tell();
  };
  const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && end(), {
    rootMargin: `${AHEAD_PX}px 0px`,
  });
  const timer = setTimeout(end, AFTER_PAGE_MS);
  observer.observe(element);
  return stop;
}
