import { useEffect, useRef } from 'react';

/** For a row of links that narrow screens scroll: whichever is current is in sight. */
export function useCurrentInView(current: string) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that has become current is found in the page
  useEffect(() => {
    const nav = ref.current;
    const link = nav?.querySelector('[aria-current]');
    if (!nav || !link) return;
    const room = nav.getBoundingClientRect();
    const box = link.getBoundingClientRect();
    const isSeen = box.left >= room.left && box.right <= room.right;
    if (!isSeen) nav.scrollLeft += box.left - room.left - (room.width - box.width) / 2;
  }, [current]);
  return ref;
}
