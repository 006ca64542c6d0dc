import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Detect } from './detect.ts';

const periodMs = 100;
/** The pause between two pictures on a slow device, so that the page still reacts. */
const pauseMs = 20;

/**
 * Searches the camera's picture for codes about ten times a second while `detect` is given. Stops while the page is
 * hidden.
 */
export function useDecoder(
  video: RefObject<HTMLVideoElement | null>,
  detect: Detect | undefined,
  onCode: (code: string) => void,
): void {
  const found = useEffectEvent(onCode);
  useEffect(() => {
    if (!detect) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const look = async () => {
      const startedAt = performance.now();
      const element = video.current;
      if (element && element.readyState >= element.HAVE_CURRENT_DATA && !document.hidden) {
        const codes = await detect(element).catch(() => []);
        const code = codes.find((text) => text !== '');
        if (code !== undefined && !isStopped) found(code);
      }
      if (isStopped) return;
      timer = setTimeout(() => void look(), Math.max(pauseMs, periodMs - (performance.now() - startedAt)));
    };
    void look();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [detect, video]);
}
