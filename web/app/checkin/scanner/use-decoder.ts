import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Detect, loadDetector } from './detector.ts';

const periodMs = 100;
const pauseMs = 20;

/**
 * Looks for codes in the camera's picture about ten times a second while `active`, and never while the page is
 * hidden. Answers whether the decoder is ready, or could not be loaded.
 */
export function useDecoder(
  video: RefObject<HTMLVideoElement | null>,
  active: boolean,
  onCode: (code: string) => void,
): 'loading' | 'ready' | 'failed' {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [detect, setDetect] = useState<{ run: Detect }>();
  const found = useEffectEvent(onCode);

  useEffect(() => {
    let isGone = false;
    loadDetector().then(
      (run) => {
        if (isGone) return;
        setDetect({ run });
        setState('ready');
      },
      () => !isGone && setState('failed'),
    );
    return () => {
      isGone = true;
    };
  }, []);

  useEffect(() => {
    if (!active || !detect) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const look = async () => {
      const startedAt = performance.now();
      const element = video.current;
      if (element && element.readyState >= element.HAVE_CURRENT_DATA && !document.hidden) {
        const codes = await detect.run(element).catch(() => []);
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
  }, [active, detect, video]);

  return state;
}
