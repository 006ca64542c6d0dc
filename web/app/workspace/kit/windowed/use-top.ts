import { type RefObject, useLayoutEffect, useState } from 'react';

/** The distance of a list from the start of the page, in pixels. What stands above it may grow. */
export function useTop(list: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isOn) return;
    const read = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, isOn]);
  return top;
}
