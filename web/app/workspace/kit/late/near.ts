/** So much later than the page, for those who do not scroll: readers of the screen, the search of the browser. */
const AFTER_PAGE_MS = 2000;
/** How far below the window a place counts as near. */
const AHEAD_PX = 200;

/** Tells that an element is near the window, or that the page is there for a while; maybe twice. Answers how to stop. */
export function watchNear(element: Element, tell: () => void): () => void {
  const timer = setTimeout(tell, AFTER_PAGE_MS);
  const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && tell(), {
    rootMargin: `${AHEAD_PX}px`,
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
