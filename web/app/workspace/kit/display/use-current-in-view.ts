import { useEffect, useRef } from 'react';

/** In pixels. A link closer to the edge than this looks cut off. */
const EDGE = 16;

/** Keeps the current link visible in a row of links that scrolls on narrow screens. */
export function useCurrentInView(current: string) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that has become current is found in the page
  useEffect(() => {
    const nav = ref.current;
    const link = nav?.querySelector('[aria-current]');
    if (!nav || !link) return;
    const room = nav.getBoundingClientRect();
    const box = link.getBoundingClientRect();
    const isSeen = box.left >= room.left + EDGE && box.right <= room.right - EDGE;
    if (!isSeen) nav.scrollLeft += box.left - room.left - (room.width - box.width) / 2;
  }, [current]);
  return ref;
}
